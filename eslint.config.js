import tseslint from 'typescript-eslint';

/** Methods that are often called with a spread list, as in `push(...items)`. */
const spreadTargets = [
  ...['push', 'unshift', 'splice', 'concat', 'min', 'max', 'fromCharCode', 'fromCodePoint'],
  ...['append', 'prepend', 'before', 'after', 'replaceWith', 'replaceChildren'],
];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.vscode-test/'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/promise-function-async': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Build DOM nodes: model output is hostile.' },
        { property: 'outerHTML', message: 'Build DOM nodes: model output is hostile.' },
        { property: 'insertAdjacentHTML', message: 'Build DOM nodes: model output is hostile.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: `CallExpression[callee.property.name=/^(${spreadTargets.join('|')})$/] > SpreadElement`,
          message: 'A long array overflows the call stack: use addAll, appendAll or replaceAllChildren.',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-use-before-define': [
        'error',
        { functions: false, classes: true, variables: true, typedefs: false, ignoreTypeReferences: true },
      ],
      eqeqeq: 'error',
      'max-lines': ['error', 400],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'no-restricted-syntax': 'off' },
  },
);

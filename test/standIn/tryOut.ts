import { languageId } from './languages.ts';
import { quote } from './quote.ts';
import type { Fence } from './readQuestion.ts';

const doubleQuoted = (call: string): string => call.replaceAll("'", '"');

const printers = new Map<string, (call: string, isAsync: boolean) => string>(Object.entries({
  typescript: (call, isAsync) => `console.log(${isAsync ? 'await ' : ''}${call});`,
  javascript: (call, isAsync) => `console.log(${isAsync ? 'await ' : ''}${call});`,
  python: (call, isAsync) => {
    const adapted = call.replaceAll('() => true', 'lambda *_: True').replaceAll('true', 'True');
    return isAsync ? `import asyncio\n\nprint(asyncio.run(${adapted}))` : `print(${adapted})`;
  },
  rust: (call) => `println!("{:?}", ${doubleQuoted(call).replaceAll('() => true', '|_| true').replaceAll('[3', '&[3')});`,
  go: (call) => `fmt.Println(${doubleQuoted(call).replaceAll('[3, 1, 2]', '[]int{3, 1, 2}')})`,
  java: (call) => `System.out.println(${doubleQuoted(call).replaceAll('[3, 1, 2]', 'List.of(3, 1, 2)')});`,
  csharp: (call) => `Console.WriteLine(${doubleQuoted(call)});`,
  ruby: (call) => `puts ${call}`,
  php: (call) => `var_dump(${call});`,
}));

/** A fenced call of the function in the code, with arguments that fit; undefined when there is none to call. */
export function tryOut({ language, code }: Fence, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const escaped = name.replaceAll('$', String.raw`\$`);
  const match = new RegExp(String.raw`${escaped}\s*(?:<[^>]*>)?\s*(?:=\s*(?:async\s*)?)?\(([^)]*)\)`).exec(code);
  if (match === null) return undefined;
  const call = `${name}(${splitParameters(match[1] ?? '').map(sampleOf).join(', ')})`;
  const line = printers.get(languageId(language))?.(call, new RegExp(String.raw`async[^\n]*\b${escaped}\b|\b${escaped}\b[^\n]*async`).test(code));
  return line === undefined ? undefined : quote({ language, code: line });
}

function splitParameters(parameters: string): string[] {
  return parameters
    .split(/,(?![^<([{]*[>)\]}])/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/=(?!>)|\?:/.test(part) && !/^&?(?:mut )?(?:self|this)\b/.test(part));
}

/** A value that fits what a parameter is called or typed as. */
function sampleOf(parameter: string): string {
  if (/=>|callback|\bfn\b|func|handler|listener|predicate/i.test(parameter)) return '() => true';
  if (/\[\]|array|list|vec|items|values|numbers|words|rows|iterable|sequence/i.test(parameter)) {
    return /string|str|words|names/i.test(parameter) ? "['pear', 'apple']" : '[3, 1, 2]';
  }
  if (/bool|flag|^is|^has/i.test(parameter)) return 'true';
  if (/number|int\b|float|i32|u32|usize|f64|count|size|index|limit|width|^n\b|^[xyabij]\b|ms|delay/i.test(parameter)) return '3';
  if (/record|object|dict|map|options|config|\{/i.test(parameter)) return '{}';
  return /url/i.test(parameter) ? "'https://example.com/'" : "'Hello World'";
}

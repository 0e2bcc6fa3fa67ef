import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../hosts/projectPaths.ts';

/** Facts about the types of expressions, which the syntax alone does not show. */
export interface TypeFacts {
  readonly isNumber: (expression: ts.Expression) => boolean;
  readonly hasMethod: (receiver: ts.Expression, name: string) => boolean;
}

/**
 * Parses `files` and their imports, with the compiler options and declaration files (`.d.ts`) of a tsconfig.json.
 * Looks for tsconfig.json in the folder of the first file, then in each parent folder, and uses the first one found.
 * Throws an error if there is none, or if it cannot be read.
 */
export function createTypedProgram(files: readonly string[]): ts.Program {
  const configFile = ts.findConfigFile(path.dirname(files[0] ?? projectFolder), ts.sys.fileExists.bind(ts.sys));
  if (configFile === undefined) throw new Error('There is no tsconfig.json.');
  const config = ts.getParsedCommandLineOfConfigFile(configFile, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  const declarations = (config?.fileNames ?? []).filter((file) => file.endsWith('.d.ts'));
  return ts.createProgram([...files, ...declarations], config?.options ?? {});
}

export function typeFacts(checker: ts.TypeChecker): TypeFacts {
  return {
    isNumber: (expression) => (checker.getTypeAtLocation(expression).flags & ts.TypeFlags.NumberLike) !== 0,
    hasMethod: (receiver, name) => {
      const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(receiver)));
      return checker.getPropertyOfType(type, name) !== undefined;
    },
  };
}

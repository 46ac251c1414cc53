import { createRequire } from 'node:module'
import type { Linter } from 'eslint'

/** One way to parse. */
export interface Language {
  readonly filename: 'content.js' | 'content.ts' | 'content.tsx'
  /** Read by TypeScript's parser. */
  readonly typed: boolean
  readonly languageOptions: Linter.LanguageOptions
}

const jsx = { ecmaFeatures: { jsx: true } }

const javascriptLanguages: readonly Language[] = [
  {
    filename: 'content.js',
    typed: false,
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module', parserOptions: jsx },
  },
  {
    // A script: sloppy mode, and `return` at the top as in CommonJS.
    filename: 'content.js',
    typed: false,
    languageOptions: { ecmaVersion: 'latest', sourceType: 'commonjs', parserOptions: jsx },
  },
]

/**
 * Returns the parsers to try, best first. Content says too little to trust one: JavaScript may turn out to hold types,
 * and in TypeScript `<T>x` is a cast in .ts and an element in .tsx.
 */
export function* languagesFor(kind: 'javascript' | 'typescript' | 'untyped'): Generator<Language> {
  if (kind !== 'typescript') yield* javascriptLanguages
  if (kind !== 'untyped') yield* typescriptLanguages()
}

const require = createRequire(import.meta.url)

/** TypeScript takes most of a second to load: only for content that needs it. */
function typescriptLanguages(): readonly Language[] {
  const parser = require('@typescript-eslint/parser') as Linter.Parser
  return (['content.ts', 'content.tsx'] as const).map((filename) => ({
    filename,
    typed: true,
    languageOptions: {
      parser,
      ecmaVersion: 'latest',
      sourceType: 'module',
      parserOptions: {
        ecmaFeatures: { jsx: filename === 'content.tsx' },
        // No program, no tsconfig.json: nothing but the text is read.
        project: false,
        projectService: false,
        jsDocParsingMode: 'none',
        loggerFn: false,
      },
    },
  }))
}

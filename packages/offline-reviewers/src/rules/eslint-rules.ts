/** ESLint's own rules, eslint-plugin-security's, and one on scslre, by their ids. The check is theirs; lens, severity and words are ours. */
export const eslintRules = {
  'array-callback-return': [
    'melchior',
    'warning',
    'Callback does not always return',
    'An array method whose callback returns nothing yields undefined.',
  ],
  'constructor-super': [
    'melchior',
    'critical',
    'Wrong super() call',
    'The constructor throws when it is called.',
  ],
  'for-direction': [
    'melchior',
    'critical',
    'Loop counts away from its bound',
    'The loop does not end, or never starts.',
  ],
  'getter-return': ['melchior', 'warning', 'Getter without a value', 'The property is always undefined.'],
  'no-async-promise-executor': [
    'melchior',
    'warning',
    'Async promise executor',
    'An error thrown inside is lost and the promise stays pending.',
  ],
  'no-class-assign': ['melchior', 'warning', 'Class overwritten', 'The class is gone for later callers.'],
  'no-compare-neg-zero': ['melchior', 'warning', 'Comparison with -0', '-0 === 0: use Object.is.'],
  'no-cond-assign': [
    'melchior',
    'warning',
    'Assignment in a condition',
    'A single = in a condition is nearly always a mistyped comparison.',
  ],
  'no-const-assign': ['melchior', 'critical', 'Constant reassigned', 'The statement throws a TypeError.'],
  'no-constant-binary-expression': [
    'melchior',
    'warning',
    'Expression with a constant result',
    'The result never depends on the operands, so the check checks nothing.',
  ],
  'no-constant-condition': ['melchior', 'warning', 'Constant condition', 'One branch can never run.'],
  'no-dupe-args': ['melchior', 'warning', 'Duplicate parameter', 'The first one cannot be reached.'],
  'no-dupe-class-members': [
    'melchior',
    'warning',
    'Duplicate class member',
    'The later one wins in silence.',
  ],
  'no-dupe-else-if': [
    'melchior',
    'warning',
    'Duplicate else-if condition',
    'The second branch can never run.',
  ],
  'no-dupe-keys': ['melchior', 'warning', 'Duplicate object key', 'The later value wins in silence.'],
  'no-duplicate-case': ['melchior', 'warning', 'Duplicate case', 'The second case can never run.'],
  'no-ex-assign': ['melchior', 'warning', 'Caught error overwritten', 'The original error is lost.'],
  'no-fallthrough': [
    'melchior',
    'warning',
    'Case falls through',
    'Without break the next case runs too; say so in a comment if it is meant.',
  ],
  'no-func-assign': [
    'melchior',
    'warning',
    'Function overwritten',
    'The declared function is gone for later callers.',
  ],
  'no-import-assign': ['melchior', 'critical', 'Import reassigned', 'The statement throws a TypeError.'],
  'no-invalid-regexp': [
    'melchior',
    'critical',
    'Invalid regular expression',
    'The constructor throws a SyntaxError.',
  ],
  'no-loss-of-precision': [
    'melchior',
    'warning',
    'Number loses precision',
    'The literal cannot be represented exactly.',
  ],
  'no-new-native-nonconstructor': [
    'melchior',
    'critical',
    'new on a function that is no constructor',
    'The statement throws a TypeError.',
  ],
  'no-obj-calls': ['melchior', 'critical', 'Namespace called as a function', 'The call throws a TypeError.'],
  'no-self-assign': [
    'melchior',
    'warning',
    'Assignment to itself',
    'It changes nothing: another name was meant.',
  ],
  'no-self-compare': [
    'melchior',
    'warning',
    'Comparison with itself',
    'It has one result only: another name was meant.',
  ],
  'no-setter-return': ['melchior', 'warning', 'Setter returns a value', 'The value is thrown away.'],
  'no-sparse-arrays': [
    'melchior',
    'warning',
    'Hole in an array',
    'A doubled comma leaves an element undefined.',
  ],
  'no-template-curly-in-string': [
    'melchior',
    'warning',
    'Placeholder in an ordinary string',
    'A placeholder is only filled in between backticks.',
  ],
  'no-this-before-super': [
    'melchior',
    'critical',
    'this before super()',
    'The constructor throws a ReferenceError.',
  ],
  'no-throw-literal': [
    'melchior',
    'warning',
    'Throws what is not an Error',
    'The stack is lost and handlers that read .message break.',
  ],
  'no-unreachable': ['melchior', 'warning', 'Unreachable code', 'It follows a statement that always leaves.'],
  'no-unreachable-loop': [
    'melchior',
    'warning',
    'Loop runs at most once',
    'Every path leaves in the first round.',
  ],
  'no-unsafe-finally': [
    'melchior',
    'warning',
    'finally overrides the result',
    'It discards the return value or the error of the try block.',
  ],
  'no-unsafe-negation': [
    'melchior',
    'warning',
    'Negation binds too tightly',
    '! applies to the left operand only.',
  ],
  'no-unsafe-optional-chaining': [
    'melchior',
    'warning',
    'Optional chain that still throws',
    'undefined from ?. is used where a value is needed.',
  ],
  'no-unused-expressions': [
    'melchior',
    'warning',
    'Expression without effect',
    'A call or an assignment was meant.',
  ],
  'no-unused-vars': [
    'melchior',
    'warning',
    'Unused name',
    'It is declared and never read: remove it, or use what was meant.',
    ['code-review'],
  ],
  'no-useless-assignment': [
    'melchior',
    'info',
    'Value never read',
    'It is overwritten before anything reads it.',
    ['code-review'],
  ],
  'no-useless-backreference': [
    'melchior',
    'warning',
    'Backreference that matches nothing',
    'Its group cannot have matched yet.',
  ],
  'no-redeclare': [
    'melchior',
    'warning',
    'Name declared twice',
    'The second declaration replaces the first.',
  ],
  'no-undef-init': [
    'balthasar',
    'info',
    'Initialised to undefined',
    'That is the value anyway.',
    ['code-review'],
  ],
  'use-isnan': ['melchior', 'warning', 'Comparison with NaN', 'It is always false: use Number.isNaN.'],
  'valid-typeof': ['melchior', 'warning', 'typeof compared with no type', 'The comparison is always false.'],
  eqeqeq: ['melchior', 'warning', 'Loose equality', '== converts its operands first: use ===.'],
  radix: ['melchior', 'info', 'parseInt without a radix', 'State 10, or use Number.', ['code-review']],
  complexity: [
    'balthasar',
    'warning',
    'Function with too many paths',
    'More than 20 paths are hard to test: split it.',
  ],
  'max-depth': [
    'balthasar',
    'warning',
    'Blocks nested too deeply',
    'More than 4 levels: return early or extract a function.',
  ],
  'max-lines-per-function': [
    'balthasar',
    'warning',
    'Function too long',
    'More than 80 lines of code: split it by what it does.',
  ],
  'max-nested-callbacks': [
    'balthasar',
    'warning',
    'Callbacks nested too deeply',
    'More than 4 levels: use async/await or named functions.',
  ],
  'max-params': ['balthasar', 'info', 'Too many parameters', 'More than 6: pass one object with names.'],
  'no-alert': [
    'balthasar',
    'info',
    'Blocking dialog',
    'alert, confirm and prompt stop the whole page.',
    ['code-review'],
  ],
  'no-await-in-loop': [
    'balthasar',
    'info',
    'await in a loop',
    'The rounds wait for each other: use Promise.all if they are independent.',
  ],
  'no-debugger': [
    'balthasar',
    'warning',
    'debugger statement',
    'It stops every attached debugger: remove it.',
  ],
  'no-multi-assign': [
    'balthasar',
    'info',
    'Chained assignment',
    'Write one assignment a statement.',
    ['code-review'],
  ],
  'no-nested-ternary': [
    'balthasar',
    'info',
    'Nested conditional expression',
    'Use if, or a lookup table.',
    ['code-review'],
  ],
  'no-useless-catch': [
    'balthasar',
    'info',
    'catch that only rethrows',
    'It adds nothing: remove it.',
    ['code-review'],
  ],
  'no-var': [
    'balthasar',
    'info',
    'var instead of let or const',
    'var leaks out of its block.',
    ['code-review'],
  ],
  'prefer-const': [
    'balthasar',
    'info',
    'let that never changes',
    'const says so to the reader.',
    ['code-review'],
  ],
  'no-eval': [
    'caspar',
    'critical',
    'Code built at run time (eval)',
    'Whoever influences the string runs code here: parse or look up instead.',
  ],
  'no-implied-eval': [
    'caspar',
    'critical',
    'Code passed as a string to a timer',
    'The string is evaluated: pass a function.',
  ],
  'no-new-func': [
    'caspar',
    'critical',
    'Code built at run time (Function)',
    'Whoever influences the string runs code here: parse or look up instead.',
  ],
  'no-script-url': ['caspar', 'warning', 'javascript: URL', 'It is evaluated as code.'],
  'security/detect-buffer-noassert': [
    'caspar',
    'warning',
    'Buffer access without bounds check',
    'Leave out the noAssert argument.',
  ],
  'security/detect-child-process': [
    'caspar',
    'critical',
    'Shell command built at run time',
    'Use execFile with an argument list, so that no shell parses the values.',
  ],
  'security/detect-disable-mustache-escape': [
    'caspar',
    'warning',
    'Template escaping switched off',
    'Values reach the page as markup.',
  ],
  'security/detect-new-buffer': [
    'caspar',
    'warning',
    'new Buffer()',
    'It may expose old memory: use Buffer.from or Buffer.alloc.',
  ],
  'security/detect-no-csrf-before-method-override': [
    'caspar',
    'warning',
    'CSRF check before method override',
    'The check can be bypassed by the override.',
  ],
  'security/detect-non-literal-regexp': [
    'caspar',
    'warning',
    'Regular expression built at run time',
    'Escape the value, or a pattern from outside can hang the process.',
  ],
  'security/detect-non-literal-require': [
    'caspar',
    'warning',
    'Module name built at run time',
    'Whoever influences the name chooses the code.',
  ],
  'security/detect-possible-timing-attacks': [
    'caspar',
    'warning',
    'Secret compared by an operator',
    'Use a timing-safe comparison.',
  ],
  'security/detect-pseudoRandomBytes': [
    'caspar',
    'warning',
    'Predictable random bytes',
    'Use crypto.randomBytes.',
  ],
  'js/super-linear-regex': [
    'caspar',
    'warning',
    'Regular expression that may backtrack without bound',
    'Two repetitions can match the same text: a crafted input may hang the process.',
  ],
} as const

export type EslintRuleId = keyof typeof eslintRules

/** Options where ESLint's default is not what the words above say. */
export const eslintOptions: Partial<Record<EslintRuleId, readonly unknown[]>> = {
  'no-constant-condition': [{ checkLoops: 'none' }],
  'no-unused-expressions': [{ allowShortCircuit: true, allowTernary: true, allowTaggedTemplates: true }],
  // Parameters are often dictated by a signature, and TypeScript's function types declare names that nothing reads.
  'no-unused-vars': [
    { args: 'none', caughtErrors: 'none', ignoreRestSiblings: true, varsIgnorePattern: '^_' },
  ],
  'prefer-const': [{ destructuring: 'all' }],
  eqeqeq: ['always', { null: 'ignore' }],
  complexity: [20],
  'max-depth': [4],
  'max-lines-per-function': [{ max: 80, skipBlankLines: true, skipComments: true }],
  'max-nested-callbacks': [4],
  'max-params': [6],
}

/** Rules that need the whole file: a part of it cannot tell who else reads a name. */
export const wholeFileRules: ReadonlySet<string> = new Set([
  'no-redeclare',
  'no-unused-vars',
  'no-useless-assignment',
  'prefer-const',
])

/** Rules that need whole functions and classes: in a fragment the end of one, or its head, may be missing. */
export const wholeFunctionRules: ReadonlySet<string> = new Set([
  'array-callback-return',
  'constructor-super',
  'getter-return',
  'no-fallthrough',
  'no-this-before-super',
])

/**
 * Rules that TypeScript's overloads and parameter properties would set off, or a name declared twice, which only its parser
 * lets pass; its compiler checks them itself.
 */
export const javascriptOnlyRules: ReadonlySet<string> = new Set([
  'no-dupe-class-members',
  'no-import-assign',
  'no-redeclare',
])

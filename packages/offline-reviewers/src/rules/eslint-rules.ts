import { correctness, onlyInCodeReview, practice, type Rule, risk } from '../rule.ts'

/** ESLint's own rules and eslint-plugin-security's, by their ids. The check is theirs; lens, severity and words are ours. */
export const eslintRules = {
  'array-callback-return': correctness(
    'warning',
    'Callback does not always return',
    'An array method whose callback returns nothing yields undefined.',
  ),
  'constructor-super': correctness(
    'critical',
    'Wrong super() call',
    'The constructor throws when it is called.',
  ),
  'for-direction': correctness(
    'critical',
    'Loop counts away from its bound',
    'The loop does not end, or never starts.',
  ),
  'getter-return': correctness('warning', 'Getter without a value', 'The property is always undefined.'),
  'no-async-promise-executor': correctness(
    'warning',
    'Async promise executor',
    'An error thrown inside is lost and the promise stays pending.',
  ),
  'no-class-assign': correctness('warning', 'Class overwritten', 'The class is gone for later callers.'),
  'no-compare-neg-zero': correctness('warning', 'Comparison with -0', '-0 === 0: use Object.is.'),
  'no-cond-assign': correctness(
    'warning',
    'Assignment in a condition',
    'A single = in a condition is nearly always a mistyped comparison.',
  ),
  'no-const-assign': correctness('critical', 'Constant reassigned', 'The statement throws a TypeError.'),
  'no-constant-binary-expression': correctness(
    'warning',
    'Expression with a constant result',
    'The result never depends on the operands, so the check checks nothing.',
  ),
  'no-constant-condition': correctness('warning', 'Constant condition', 'One branch can never run.'),
  'no-dupe-args': correctness('warning', 'Duplicate parameter', 'The first one cannot be reached.'),
  'no-dupe-class-members': correctness('warning', 'Duplicate class member', 'The later one wins in silence.'),
  'no-dupe-else-if': correctness(
    'warning',
    'Duplicate else-if condition',
    'The second branch can never run.',
  ),
  'no-dupe-keys': correctness('warning', 'Duplicate object key', 'The later value wins in silence.'),
  'no-duplicate-case': correctness('warning', 'Duplicate case', 'The second case can never run.'),
  'no-ex-assign': correctness('warning', 'Caught error overwritten', 'The original error is lost.'),
  'no-fallthrough': correctness(
    'warning',
    'Case falls through',
    'Without break the next case runs too; say so in a comment if it is meant.',
  ),
  'no-func-assign': correctness(
    'warning',
    'Function overwritten',
    'The declared function is gone for later callers.',
  ),
  'no-import-assign': correctness('critical', 'Import reassigned', 'The statement throws a TypeError.'),
  'no-invalid-regexp': correctness(
    'critical',
    'Invalid regular expression',
    'The constructor throws a SyntaxError.',
  ),
  'no-loss-of-precision': correctness(
    'warning',
    'Number loses precision',
    'The literal cannot be represented exactly.',
  ),
  'no-new-native-nonconstructor': correctness(
    'critical',
    'new on a function that is no constructor',
    'The statement throws a TypeError.',
  ),
  'no-obj-calls': correctness('critical', 'Namespace called as a function', 'The call throws a TypeError.'),
  'no-self-assign': correctness(
    'warning',
    'Assignment to itself',
    'It changes nothing: another name was meant.',
  ),
  'no-self-compare': correctness(
    'warning',
    'Comparison with itself',
    'It has one result only: another name was meant.',
  ),
  'no-setter-return': correctness('warning', 'Setter returns a value', 'The value is thrown away.'),
  'no-sparse-arrays': correctness(
    'warning',
    'Hole in an array',
    'A doubled comma leaves an element undefined.',
  ),
  'no-template-curly-in-string': correctness(
    'warning',
    'Placeholder in an ordinary string',
    'A placeholder is only filled in between backticks.',
  ),
  'no-this-before-super': correctness(
    'critical',
    'this before super()',
    'The constructor throws a ReferenceError.',
  ),
  'no-throw-literal': correctness(
    'warning',
    'Throws what is not an Error',
    'The stack is lost and handlers that read .message break.',
  ),
  'no-unreachable': correctness('warning', 'Unreachable code', 'It follows a statement that always leaves.'),
  'no-unreachable-loop': correctness(
    'warning',
    'Loop runs at most once',
    'Every path leaves in the first round.',
  ),
  'no-unsafe-finally': correctness(
    'warning',
    'finally overrides the result',
    'It discards the return value or the error of the try block.',
  ),
  'no-unsafe-negation': correctness(
    'warning',
    'Negation binds too tightly',
    '! applies to the left operand only.',
  ),
  'no-unsafe-optional-chaining': correctness(
    'warning',
    'Optional chain that still throws',
    'undefined from ?. is used where a value is needed.',
  ),
  'no-unused-expressions': correctness(
    'warning',
    'Expression without effect',
    'A call or an assignment was meant.',
  ),
  'no-unused-vars': correctness(
    'warning',
    'Unused name',
    'It is declared and never read: remove it, or use what was meant.',
    onlyInCodeReview,
  ),
  'no-useless-assignment': correctness(
    'info',
    'Value never read',
    'It is overwritten before anything reads it.',
    onlyInCodeReview,
  ),
  'no-useless-backreference': correctness(
    'warning',
    'Backreference that matches nothing',
    'Its group cannot have matched yet.',
  ),
  'no-redeclare': correctness('warning', 'Name declared twice', 'The second declaration replaces the first.'),
  'no-undef-init': practice(
    'info',
    'Initialised to undefined',
    'That is the value anyway.',
    onlyInCodeReview,
  ),
  'use-isnan': correctness('warning', 'Comparison with NaN', 'It is always false: use Number.isNaN.'),
  'valid-typeof': correctness('warning', 'typeof compared with no type', 'The comparison is always false.'),
  eqeqeq: correctness('warning', 'Loose equality', '== converts its operands first: use ===.'),
  radix: correctness('info', 'parseInt without a radix', 'State 10, or use Number.', onlyInCodeReview),

  complexity: practice(
    'warning',
    'Function with too many paths',
    'More than 15 paths are hard to test: split it.',
  ),
  'max-depth': practice(
    'warning',
    'Blocks nested too deeply',
    'More than 4 levels: return early or extract a function.',
  ),
  'max-lines-per-function': practice(
    'warning',
    'Function too long',
    'More than 80 lines of code: split it by what it does.',
  ),
  'max-nested-callbacks': practice(
    'warning',
    'Callbacks nested too deeply',
    'More than 4 levels: use async/await or named functions.',
  ),
  'max-params': practice('info', 'Too many parameters', 'More than 6: pass one object with names.'),
  'no-alert': practice(
    'info',
    'Blocking dialog',
    'alert, confirm and prompt stop the whole page.',
    onlyInCodeReview,
  ),
  'no-await-in-loop': practice(
    'info',
    'await in a loop',
    'The rounds wait for each other: use Promise.all if they are independent.',
  ),
  'no-debugger': practice('warning', 'debugger statement', 'It stops every attached debugger: remove it.'),
  'no-multi-assign': practice(
    'info',
    'Chained assignment',
    'Write one assignment a statement.',
    onlyInCodeReview,
  ),
  'no-nested-ternary': practice(
    'info',
    'Nested conditional expression',
    'Use if, or a lookup table.',
    onlyInCodeReview,
  ),
  'no-useless-catch': practice(
    'info',
    'catch that only rethrows',
    'It adds nothing: remove it.',
    onlyInCodeReview,
  ),
  'no-useless-return': practice(
    'info',
    'Useless return',
    'The function ends there anyway.',
    onlyInCodeReview,
  ),
  'no-var': practice('info', 'var instead of let or const', 'var leaks out of its block.', onlyInCodeReview),
  'prefer-const': practice(
    'info',
    'let that never changes',
    'const says so to the reader.',
    onlyInCodeReview,
  ),

  'no-eval': risk(
    'critical',
    'Code built at run time (eval)',
    'Whoever influences the string runs code here: parse or look up instead.',
  ),
  'no-implied-eval': risk(
    'critical',
    'Code passed as a string to a timer',
    'The string is evaluated: pass a function.',
  ),
  'no-new-func': risk(
    'critical',
    'Code built at run time (Function)',
    'Whoever influences the string runs code here: parse or look up instead.',
  ),
  'no-script-url': risk('warning', 'javascript: URL', 'It is evaluated as code.'),
  'security/detect-buffer-noassert': risk(
    'warning',
    'Buffer access without bounds check',
    'Leave out the noAssert argument.',
  ),
  'security/detect-child-process': risk(
    'critical',
    'Shell command built at run time',
    'Use execFile with an argument list, so that no shell parses the values.',
  ),
  'security/detect-disable-mustache-escape': risk(
    'warning',
    'Template escaping switched off',
    'Values reach the page as markup.',
  ),
  'security/detect-new-buffer': risk(
    'warning',
    'new Buffer()',
    'It may expose old memory: use Buffer.from or Buffer.alloc.',
  ),
  'security/detect-no-csrf-before-method-override': risk(
    'warning',
    'CSRF check before method override',
    'The check can be bypassed by the override.',
  ),
  'security/detect-non-literal-regexp': risk(
    'warning',
    'Regular expression built at run time',
    'Escape the value, or a pattern from outside can hang the process.',
  ),
  'security/detect-non-literal-require': risk(
    'warning',
    'Module name built at run time',
    'Whoever influences the name chooses the code.',
  ),
  'security/detect-possible-timing-attacks': risk(
    'warning',
    'Secret compared with ===',
    'Use a timing-safe comparison.',
  ),
  'security/detect-pseudoRandomBytes': risk('warning', 'Predictable random bytes', 'Use crypto.randomBytes.'),
  'security/detect-unsafe-regex': risk(
    'warning',
    'Regular expression with exponential time',
    'Nested repetition: a crafted input hangs the process.',
  ),
} as const satisfies Record<string, Rule>

export type EslintRuleId = keyof typeof eslintRules

/** Options where ESLint's default is not what the words above say. */
export const eslintOptions: Partial<Record<EslintRuleId, readonly unknown[]>> = {
  'no-constant-condition': [{ checkLoops: 'allExceptWhileTrue' }],
  'no-unused-expressions': [{ allowShortCircuit: true, allowTernary: true, allowTaggedTemplates: true }],
  // Parameters are often dictated by a signature, and TypeScript's function types declare names that nothing reads.
  'no-unused-vars': [
    { args: 'none', caughtErrors: 'none', ignoreRestSiblings: true, varsIgnorePattern: '^_' },
  ],
  'prefer-const': [{ destructuring: 'all' }],
  eqeqeq: ['always', { null: 'ignore' }],
  complexity: [15],
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

/** Rules that TypeScript's overloads and parameter properties would set off, and that its compiler checks itself. */
export const javascriptOnlyRules: ReadonlySet<string> = new Set(['no-dupe-class-members', 'no-redeclare'])

import { correctness, onlyInCodeReview, practice, type Rule, risk } from '../rule.ts'

export const pythonRules = {
  'py/bare-except': correctness(
    'warning',
    'Bare except',
    'It also catches KeyboardInterrupt and SystemExit: name the exception.',
  ),
  'py/swallowed-error': correctness(
    'warning',
    'Swallowed exception',
    'The handler only passes: handle, re-raise or log it.',
  ),
  'py/mutable-default': correctness(
    'warning',
    'Mutable default argument',
    'One object is shared by all calls: default to None.',
  ),
  'py/compare-none': correctness(
    'warning',
    'Comparison with None by ==',
    'A class may redefine ==: use is None.',
  ),
  'py/is-literal': correctness(
    'warning',
    'Identity comparison with a literal',
    'Whether equal literals are one object is an accident: use ==.',
  ),
  'py/unreachable': correctness(
    'warning',
    'Unreachable statement',
    'It follows return, raise, break or continue.',
  ),
  'py/assert-tuple': correctness(
    'warning',
    'Assertion that never fails',
    'A non-empty tuple is always true: drop the parentheses.',
  ),
  'py/return-in-finally': correctness('warning', 'return in finally', 'It discards the exception in flight.'),
  'py/duplicate-key': correctness('warning', 'Duplicate dictionary key', 'The later value wins in silence.'),
  'py/self-compare': correctness(
    'warning',
    'Value compared with itself',
    'It has one result only: another name was meant.',
  ),
  'py/syntax': correctness('warning', 'Syntax error', 'The parser cannot read the file from here.'),
  'py/unused-import': correctness(
    'info',
    'Unused import',
    'Nothing in the file reads the name.',
    onlyInCodeReview,
  ),

  'py/long-function': practice('warning', 'Long function', 'More than 80 lines: split it by what it does.'),
  'py/many-parameters': practice('info', 'Long parameter list', 'More than 7: pass one object with names.'),
  'py/deep-nesting': practice(
    'warning',
    'Deep nesting',
    'More than 4 levels: return early or extract a function.',
  ),
  'py/star-import': practice(
    'warning',
    'Wildcard import',
    'Readers and linters cannot tell where names come from.',
  ),
  'py/breakpoint': practice('warning', 'Debugger call', 'breakpoint and pdb stop the process: remove it.'),
  'py/global-statement': practice(
    'info',
    'global statement',
    'Hidden shared state: pass and return the value.',
    onlyInCodeReview,
  ),

  'py/eval': risk(
    'critical',
    'Evaluation of built code',
    'Whoever influences the string runs code here: ast.literal_eval reads plain values.',
  ),
  'py/shell-text': risk(
    'critical',
    'Shell command built from strings',
    'Pass a list to subprocess.run without shell=True.',
  ),
  'py/shell': risk(
    'warning',
    'Command run through a shell',
    'Pass a list to subprocess.run without shell=True.',
  ),
  'py/sql-text': risk(
    'critical',
    'SQL statement built from strings',
    'Values become part of the statement: pass them as parameters.',
  ),
  'py/deserialise': risk(
    'critical',
    'Unsafe deserialisation (Python)',
    'pickle, marshal and yaml.load run code from the data: use JSON or yaml.safe_load.',
  ),
  'py/tls-off': risk(
    'critical',
    'Certificate verification switched off',
    'Anyone on the path can read and change the traffic.',
  ),
  'py/missing-timeout': risk(
    'warning',
    'HTTP request without a timeout',
    'A peer that never answers holds the caller: pass timeout=.',
  ),
  'py/weak-hash': risk(
    'warning',
    'Weak hash',
    'MD5 and SHA-1 are broken: use SHA-256, and a password hash for passwords.',
  ),
  'py/weak-random': risk('warning', 'random for a secret', 'It is predictable: use the secrets module.'),
  'py/temp-name': risk(
    'warning',
    'Temporary name that can be taken',
    'tempfile.mktemp races: use NamedTemporaryFile.',
  ),
  'py/debug-server': risk('warning', 'Debug server', 'debug=True gives visitors a console.'),
  'py/endless-loop': risk(
    'warning',
    'Endless loop',
    'There is no break, return, raise, await or yield within it.',
  ),
  'py/request-path': risk(
    'warning',
    'Path from a request',
    'Resolve it and check that it stays inside the folder, or it reads any file.',
  ),
  'py/unbounded-read': risk(
    'warning',
    'Unbounded read of a body',
    'A large body exhausts the memory: pass a limit to read().',
  ),
  'py/broad-permissions': risk(
    'warning',
    'Mode open to everyone',
    '0o777 or 0o666 lets every user change the file.',
  ),
  'py/extract-all': risk(
    'warning',
    'Archive extracted unchecked',
    'Entries can lead outside the folder: pass filter="data".',
  ),
  'py/unsigned-token': risk('critical', 'Token signature not verified', 'Anyone can write such a token.'),
} as const satisfies Record<string, Rule>

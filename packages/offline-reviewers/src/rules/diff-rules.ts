export const diffRules = {
  'diff/no-tests': [
    'balthasar',
    'warning',
    'Code changes without tests',
    'The diff adds 10 or more lines of code and touches no test.',
  ],
  'diff/no-tests-small': [
    'balthasar',
    'info',
    'Small code change without tests',
    'The diff touches no test: is the change covered?',
  ],
  'diff/large': [
    'balthasar',
    'info',
    'Large diff',
    'More than 800 changed lines are rarely read well: split it.',
  ],
  'diff/test-deleted': [
    'caspar',
    'warning',
    'Test file deleted',
    'What it protected is now unprotected: say what replaces it.',
  ],
  'diff/tests-removed': [
    'caspar',
    'warning',
    'Test cases removed',
    'More cases go than come: say what replaces them.',
  ],
  'diff/test-skipped': [
    'melchior',
    'warning',
    'Test skipped or run alone',
    'skip hides a failure, only hides all other tests.',
  ],
  'diff/executable-script': [
    'caspar',
    'info',
    'Runs at install time',
    'An install script executes on every machine that installs the package.',
  ],
} as const

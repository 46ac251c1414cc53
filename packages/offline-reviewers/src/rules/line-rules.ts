import { correctness, onlyInCodeReview, practice, type Rule, risk } from '../rule.ts'

/** Rules that read single lines. `any/` holds for every kind of content; the others for code without a parser here. */
export const lineRules = {
  'any/secret': risk(
    'critical',
    'Secret in the text',
    'Revoke it, and load it from the environment or a secret store.',
  ),
  'any/password': risk(
    'critical',
    'Password or key in the text',
    'Change it, and load it from the environment or a secret store.',
  ),
  'any/private-key': risk('critical', 'Private key in the text', 'Revoke it: whoever has read this has it.'),
  'any/url-credentials': risk(
    'critical',
    'Credentials in a URL',
    'They end in logs and histories: revoke and move them.',
  ),
  'any/conflict-marker': correctness(
    'critical',
    'Merge conflict marker',
    'A merge was committed unfinished.',
  ),
  'any/todo': practice('info', 'Open TODO', 'Finish it, or link the issue that tracks it.'),
  'any/fixme': practice('warning', 'Open FIXME', 'The author marked it as broken: fix it before it ships.'),
  'any/long-line': practice('info', 'Very long line', 'More than 160 characters: wrap it.', onlyInCodeReview),
  'any/pipe-to-shell': risk(
    'warning',
    'Download piped into a shell',
    'Whoever serves it runs code here: pin and verify it first.',
  ),
  'any/cleartext-url': risk(
    'info',
    'Cleartext http: address',
    'The traffic can be read and changed: use https.',
  ),
  'code/hard-coded-address': practice(
    'info',
    'Hard-coded address',
    'Move the IP address into configuration.',
  ),
  'code/long-file': practice(
    'info',
    'Long file',
    'More than 600 lines: split it by what its parts do.',
    onlyInCodeReview,
  ),
  'code/minified': practice(
    'info',
    'Minified or generated code',
    'Not read line by line: review its source instead.',
  ),
  'code/unparsed': correctness(
    'info',
    'Code that was not parsed',
    'Only line rules were applied from here on.',
  ),
  'js/syntax': correctness(
    'warning',
    'Code does not parse',
    'No parser accepts it as JavaScript or TypeScript from here.',
  ),
  'json/syntax': correctness('warning', 'JSON does not parse', 'A strict parser rejects it.'),
  'text/empty': correctness('warning', 'Nothing to review', 'The content is empty.'),
  'text/binary': correctness('warning', 'Not text', 'It looks binary and was not reviewed.'),

  'code/sql-text': risk(
    'critical',
    'SQL concatenated from values',
    'Values become part of the statement: pass them as parameters.',
  ),
  'code/eval-input': risk('critical', 'Input evaluated as code', 'Whoever sends the request runs code here.'),
  'code/shell-text': risk(
    'critical',
    'Shell command with a value in it',
    'Pass the values as separate arguments.',
  ),
  'code/tls-off': risk(
    'critical',
    'TLS verification disabled',
    'Anyone on the path can read and change the traffic.',
  ),
  'code/weak-hash': risk(
    'warning',
    'MD5 or SHA-1',
    'Both are broken: use SHA-256, and a password hash for passwords.',
  ),
  'code/deserialise': risk(
    'critical',
    'Objects deserialised from input',
    'The format can carry code: use JSON and validate it.',
  ),
  'code/swallowed-error': correctness(
    'warning',
    'Error ignored',
    'The handler is empty: handle, return or record it.',
  ),
  'code/unbounded-read': risk(
    'info',
    'Body read without a limit',
    'A large one exhausts the memory: put a limited reader around it.',
  ),
  'code/missing-timeout': risk(
    'warning',
    'HTTP client without a timeout',
    'A peer that never answers holds the caller.',
  ),
  'shell/no-errexit': correctness(
    'info',
    'Script runs on after errors',
    'Begin with set -eu, so that a failed step stops it.',
  ),
  'shell/eval': risk('warning', 'eval in a shell script', 'The text is parsed again as commands.'),
  'shell/unquoted-rm': risk(
    'warning',
    'rm -rf of an unquoted variable',
    'Empty or with blanks, it deletes something else: quote it and fail when it is unset (:?).',
  ),
  'any/broad-permissions': risk('warning', 'chmod 777', 'Every user may change the file.'),
  'config/privileged': risk(
    'warning',
    'Privileged container',
    'It can take over the host: grant single capabilities.',
  ),
  'config/floating-image': practice(
    'info',
    'Floating image tag',
    'latest changes under you: pin a version or a digest.',
  ),
  'config/pull-request-target': risk(
    'warning',
    'pull_request_target',
    'Code of a stranger may run with the secrets of the repository.',
  ),
  'config/root-user': risk('info', 'Container runs as root', 'Add a user of its own.'),
} as const satisfies Record<string, Rule>

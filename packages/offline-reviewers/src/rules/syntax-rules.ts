import { secretName } from './secret-name.ts'

/** What JavaScript and TypeScript rules say that are stated as selectors of ESLint's own `no-restricted-syntax`. */
export const syntaxRules = {
  'js/swallowed-error': [
    'melchior',
    'warning',
    'Swallowed error',
    'The catch is empty: handle, rethrow or at least record the error.',
  ],
  'js/explained-catch': [
    'melchior',
    'info',
    'Swallowed error, with a remark',
    'The catch holds a comment only: make sure that it still tells why.',
    ['code-review'],
  ],
  'js/swallowed-rejection': [
    'melchior',
    'warning',
    'Swallowed rejection',
    'The rejection handler is empty: the caller believes that it worked.',
  ],
  'js/floating-promise': [
    'melchior',
    'warning',
    'Floating promise',
    'Nothing awaits the chain or handles its rejection.',
  ],
  'js/async-for-each': [
    'melchior',
    'warning',
    'Async callback in forEach',
    'forEach does not wait, and rejections are lost: use for…of with await, or Promise.all.',
  ],
  'js/any-type': [
    'balthasar',
    'info',
    'Type any',
    'It switches the checker off for all that it touches: unknown keeps it on.',
    ['code-review'],
  ],
  'js/sql-text': [
    'caspar',
    'critical',
    'SQL built from strings',
    'Values become part of the statement: pass them as parameters.',
  ],
  'js/html-text': [
    'caspar',
    'warning',
    'Markup from a value',
    'It reaches the page unescaped: use textContent, or sanitize it.',
  ],
  'js/tls-off': [
    'caspar',
    'critical',
    'TLS verification switched off',
    'Anyone on the path can read and change the traffic.',
  ],
  'js/weak-hash': [
    'caspar',
    'warning',
    'Weak hash or cipher',
    'MD5, SHA-1, DES and RC4 are broken: use SHA-256 or AES-GCM, and a password hash for passwords.',
  ],
  'js/weak-random': [
    'caspar',
    'warning',
    'Math.random for a secret',
    'It is predictable: use crypto.randomUUID or crypto.getRandomValues.',
  ],
  'js/missing-timeout': [
    'caspar',
    'warning',
    'Request without a timeout',
    'A peer that never answers holds the caller: pass signal: AbortSignal.timeout(…).',
  ],
  'js/endless-loop': [
    'caspar',
    'warning',
    'Loop without an exit',
    'There is no break, return, throw, await or yield within it.',
  ],
  'js/unbounded-read': [
    'caspar',
    'warning',
    'Unbounded read',
    'The body is collected without a limit: a large one exhausts the memory.',
  ],
  'js/request-path': [
    'caspar',
    'warning',
    'File path from a request',
    'Resolve it and check that it stays inside the folder, or it reads any file.',
  ],
  'js/redirect-from-request': [
    'caspar',
    'warning',
    'Redirect target from a request',
    'Allow a list of targets, or it sends users anywhere.',
  ],
  'js/open-origin': ['caspar', 'warning', 'Any origin allowed', 'Name the origins that need it.'],
  'js/open-message-target': [
    'caspar',
    'warning',
    'postMessage to any window',
    'Name the target origin instead of "*".',
  ],
  'js/broad-permissions': [
    'caspar',
    'warning',
    'File open to everyone',
    'Mode 0o777 or 0o666 lets every user change it.',
  ],
  'js/unsafe-deserialisation': [
    'caspar',
    'critical',
    'Unsafe deserialisation',
    'The format can carry code: use JSON and validate it.',
  ],
  'js/unsigned-token': [
    'caspar',
    'critical',
    'Token signature not required',
    'Algorithm "none" accepts any token.',
  ],
} as const

export type SyntaxRuleId = keyof typeof syntaxRules

/** A call of a function by its own name, or as a method. */
const callOf = (name: string): string =>
  `CallExpression:matches([callee.name=${name}], [callee.property.name=${name}])`

// A name in capitals is a constant of the program, such as a table's.
const constant = 'Identifier[name=/^[A-Z][A-Z0-9_]*$/]'
// In capitals or without any: "Select … from" is English.
const sqlStart = String.raw`/^\s*(?:(?:SELECT|select)\s[\s\S]*\s(?:FROM|from)|(?:INSERT\s+INTO|insert\s+into)|(?:UPDATE|update)\s[\s\S]*\s(?:SET|set)|(?:DELETE\s+FROM|delete\s+from))\s/`
const fileCall = callOf(
  '/^(?:(?:readFile|writeFile|appendFile|unlink|readdir|stat)(?:Sync)?|create(?:Read|Write)Stream|sendFile)$/',
)
const requestValue =
  'MemberExpression[object.name=/^(?:req|request|ctx)$/][property.name=/^(?:params|query|body)$/]'
const mathRandom = 'CallExpression[callee.object.name="Math"][callee.property.name="random"]'
const leaves =
  ':has(BreakStatement, ReturnStatement, ThrowStatement, AwaitExpression, YieldExpression, CallExpression[callee.object.name="process"][callee.property.name=/^(?:exit|abort)$/])'
// What a program reads from its own standard input is its caller's.
const onData =
  'CallExpression[callee.property.name=/^(?:on|addListener)$/][callee.object.property.name!="stdin"][callee.object.name!="stdin"][arguments.0.value="data"]'
const bounded = ':not(:has(BinaryExpression[operator=/^[<>]/]))'

/** The selectors of each rule, in esquery. Their expressions are linear: anchored, or a single class. */
export const syntaxSelectors: Readonly<Record<SyntaxRuleId, readonly string[]>> = {
  'js/swallowed-error': ['CatchClause > BlockStatement[body.length=0]'],
  // Selectors do not see comments: reported in place of the one before.
  'js/explained-catch': [],
  'js/swallowed-rejection': [
    'CallExpression[callee.property.name="catch"] > ArrowFunctionExpression.arguments > BlockStatement[body.length=0]',
    'CallExpression[callee.property.name="catch"] > FunctionExpression.arguments > BlockStatement[body.length=0]',
  ],
  'js/floating-promise': [
    'ExpressionStatement > CallExpression[callee.property.name="then"][arguments.length=1]',
    'ExpressionStatement > CallExpression[callee.object.name="Promise"][callee.property.name=/^(?:all|allSettled|race|any)$/]',
  ],
  'js/async-for-each': [
    'CallExpression[callee.property.name="forEach"] > ArrowFunctionExpression.arguments[async=true]',
    'CallExpression[callee.property.name="forEach"] > FunctionExpression.arguments[async=true]',
  ],
  'js/any-type': ['TSAnyKeyword'],
  'js/sql-text': [
    `BinaryExpression[operator="+"]:has(> :not(Literal, ${constant}).right):has(Literal[value=${sqlStart}])`,
    `:not(TaggedTemplateExpression) > TemplateLiteral:has(> :not(TemplateElement, ${constant})):has(TemplateElement:first-child[value.raw=/^\\s*(?:SELECT|select|INSERT|insert|UPDATE|update|DELETE|delete)\\s/]):has(TemplateElement[value.raw=/\\b(?:FROM|from|INTO|into|SET|set|VALUES|values)\\s/])`,
  ],
  'js/html-text': [
    'AssignmentExpression[left.property.name=/^(?:inner|outer)HTML$/]:not([right.type="Literal"])',
    'CallExpression[callee.object.name="document"][callee.property.name=/^write(?:ln)?$/]:not([arguments.0.type="Literal"])',
    'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  ],
  'js/tls-off': [
    'Property[key.name="rejectUnauthorized"][value.value=false]',
    'AssignmentExpression[left.property.name=/^(?:NODE_TLS_REJECT_UNAUTHORIZED|rejectUnauthorized)$/][right.value=/^(?:0|false)$/]',
  ],
  'js/weak-hash': [
    `${callOf('/^create(?:Hash|Hmac)$/')} > Literal.arguments[value=/^(?:md[45]|sha-?1)$/i]`,
    `${callOf('/^create(?:Cipher|Decipher)(?:iv)?$/')} > Literal.arguments[value=/^(?:des|rc[24]|bf)|-ecb$/i]`,
    callOf('/^create(?:Cipher|Decipher)$/'),
  ],
  'js/weak-random': [
    `VariableDeclarator[id.name=${secretName}] ${mathRandom}`,
    `AssignmentExpression[left.property.name=${secretName}] ${mathRandom}`,
    `AssignmentExpression[left.name=${secretName}] ${mathRandom}`,
    `Property[key.name=${secretName}] ${mathRandom}`,
    `FunctionDeclaration[id.name=${secretName}] ${mathRandom}`,
  ],
  'js/missing-timeout': [
    'CallExpression[callee.name="fetch"][arguments.length=1]',
    'CallExpression[callee.name="fetch"] > ObjectExpression.arguments:not(:has(Property[key.name="signal"])):not(:has(SpreadElement))',
    'CallExpression[callee.object.name="axios"][callee.property.name=/^(?:get|delete|head)$/][arguments.length=1]',
  ],
  'js/endless-loop': [
    `WhileStatement[test.value=true]:not(${leaves})`,
    `ForStatement[test=null]:not(${leaves})`,
    `DoWhileStatement[test.value=true]:not(${leaves})`,
  ],
  'js/unbounded-read': [
    `${onData}${bounded} AssignmentExpression[operator="+="]`,
    // Whoever asks for the result of push writes into a stream and heeds its back-pressure.
    `${onData}${bounded} :matches(ExpressionStatement, ArrowFunctionExpression) > CallExpression[callee.property.name="push"]`,
  ],
  'js/request-path': [
    `${fileCall} > .arguments:has(${requestValue})`,
    `${fileCall} > ${requestValue}.arguments`,
    `CallExpression[callee.object.name="path"][callee.property.name=/^(?:join|resolve)$/] > .arguments:has(${requestValue})`,
  ],
  'js/redirect-from-request': [`CallExpression[callee.property.name="redirect"]:has(${requestValue})`],
  'js/open-origin': [
    'CallExpression > Literal.arguments[value=/^access-control-allow-origin$/i] ~ Literal[value="*"]',
    'Property[key.value=/^access-control-allow-origin$/i][value.value="*"]',
    'CallExpression[callee.name="cors"] > ObjectExpression > Property[key.name="origin"][value.value="*"]',
  ],
  'js/open-message-target': [
    'CallExpression[callee.property.name="postMessage"] > Literal.arguments[value="*"]',
  ],
  'js/broad-permissions': [
    `${callOf('/^(?:chmod|mkdir|writeFile)(?:Sync)?$/')} Literal[raw=/^0o?(?:777|666)$/]`,
  ],
  'js/unsafe-deserialisation': [
    'CallExpression[callee.property.name="unserialize"]',
    'CallExpression[callee.object.name="v8"][callee.property.name="deserialize"]',
  ],
  'js/unsigned-token': ['Property[key.name=/^algorithms?$/]:has(Literal[value="none"])'],
}

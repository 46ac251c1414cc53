import type { RuleId } from '../rules/rule-catalog.ts'
import { secretName } from '../rules/secret-name.ts'
import { type Call, isBuiltText, type PythonNode, readCall, startsSql, type TextOf } from './python-tree.ts'

const shellCall = /^(?:os\.(?:system|popen)|commands\.getoutput)$/
const subprocessCall =
  /^(?:subprocess\.)?(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)$/
const unsafeLoader =
  /^(?:c?[pP]ickle|dill|cloudpickle|marshal|_pickle)\.(?:loads?|Unpickler)$|^shelve\.open$|^jsonpickle\.decode$|^yaml\.(?:unsafe_load|full_load)(?:_all)?$/
const httpCall =
  /^(?:requests\.(?:get|post|put|patch|delete|head|options|request)|(?:urllib\.request\.)?urlopen)$/
const randomCall = /^random\.(?:random|randint|choice|choices|randrange|getrandbits|sample|randbytes)$/
const requestValue =
  /\brequest\.(?:args|form|values|json|GET|POST|files|view_args|query_params|path_params|data)\b/
const pathCall =
  /^(?:open|io\.open|os\.path\.join|send_file|(?:pathlib\.)?Path|FileResponse|os\.(?:remove|unlink|listdir))$/
const bodyRead = /(?:\brequest\.(?:stream|body)|\brfile|\.raw|\burlopen\([\s\S]*\))\.read$/

/** Returns the rules that a call breaks. */
export function checkCall(node: PythonNode, textOf: TextOf): readonly RuleId[] {
  const call = readCall(node, textOf)
  const [first] = call.arguments
  const found: RuleId[] = []
  const add = (rule: RuleId, broken: boolean) => broken && found.push(rule)

  add(
    'py/eval',
    /^(?:builtins\.)?(?:eval|exec)$/.test(call.name) && first !== undefined && !isLiteral(first.value),
  )
  add('py/deserialise', unsafeLoader.test(call.name) || isUnsafeYaml(call, textOf))
  add('py/missing-timeout', httpCall.test(call.name) && !call.open && !hasTimeout(call))
  add('py/weak-hash', isWeakHash(call, textOf))
  add('py/weak-random', randomCall.test(call.name) && servesSecret(node, textOf))
  add('py/temp-name', call.name === 'tempfile.mktemp')
  add('py/debug-server', /\.run$/.test(call.name) && keyword(call, 'debug', textOf) === 'True')
  add('py/request-path', pathCall.test(call.name) && requestValue.test(textOf(node.getChild('ArgList'))))
  add('py/unbounded-read', bodyRead.test(call.name) && call.arguments.length === 0)
  add('py/extract-all', /\.extractall$/.test(call.name) && keyword(call, 'filter', textOf) === undefined)
  add('py/breakpoint', /^(?:breakpoint|i?pdb\.set_trace)$/.test(call.name))
  add(
    'py/broad-permissions',
    call.name === 'os.chmod' && call.arguments.some(({ value }) => /^0o?(?:777|666)$/.test(textOf(value))),
  )
  add('py/sql-text', /\.format$/.test(call.name) && startsSql(call.name))
  found.push(...checkShell(call, textOf), ...checkVerification(call, node, textOf))
  return found
}

function checkShell(call: Call, textOf: TextOf): readonly RuleId[] {
  const [first] = call.arguments
  if (first === undefined) return []
  const throughShell = subprocessCall.test(call.name) && keyword(call, 'shell', textOf) === 'True'
  if (!throughShell && !shellCall.test(call.name)) return []
  if (isBuiltText(first.value, textOf)) return ['py/shell-text']
  return throughShell || !isLiteral(first.value) ? ['py/shell'] : []
}

function checkVerification(call: Call, node: PythonNode, textOf: TextOf): readonly RuleId[] {
  if (/^ssl\._create_unverified_context$/.test(call.name)) return ['py/tls-off']
  const isToken = /^(?:jwt|jose\.jwt)\.decode$/.test(call.name)
  if (isToken && /verify_signature["']\s*:\s*False/.test(textOf(node.getChild('ArgList'))))
    return ['py/unsigned-token']
  if (keyword(call, 'verify', textOf) !== 'False') return []
  return [isToken ? 'py/unsigned-token' : 'py/tls-off']
}

const keyword = (call: Call, name: string, textOf: TextOf): string | undefined => {
  const found = call.arguments.find((argument) => argument.name === name)
  return found && textOf(found.value)
}

const isLiteral = ({ name }: PythonNode): boolean => name === 'String' || name === 'ContinuedString'

const hasTimeout = (call: Call): boolean =>
  call.arguments.some(({ name }) => name === 'timeout') ||
  (call.name.endsWith('urlopen') && call.arguments.filter(({ name }) => name === undefined).length >= 3)

function isUnsafeYaml(call: Call, textOf: TextOf): boolean {
  if (!/^yaml\.load(?:_all)?$/.test(call.name) || call.open) return false
  return !call.arguments.some(({ value }) => /^(?:yaml\.)?C?(?:Safe|Base)Loader$/.test(textOf(value)))
}

function isWeakHash(call: Call, textOf: TextOf): boolean {
  const byName =
    call.name === 'hashlib.new' && /^["'](?:md[45]|sha1)["']$/i.test(textOf(call.arguments[0]?.value ?? null))
  const weak = byName || /^hashlib\.(?:md5|sha1)$/.test(call.name)
  return weak && keyword(call, 'usedforsecurity', textOf) !== 'False'
}

/** Returns whether the value goes to a name, or comes from a function, that says secret. */
function servesSecret(node: PythonNode, textOf: TextOf): boolean {
  let ancestor = node.parent
  for (let level = 0; level < 16 && ancestor !== null; level += 1, ancestor = ancestor.parent) {
    if (ancestor.name === 'AssignStatement' && secretName.test(textOf(ancestor.firstChild))) return true
    if (ancestor.name === 'FunctionDefinition')
      return secretName.test(textOf(ancestor.getChild('VariableName')))
  }
  return false
}

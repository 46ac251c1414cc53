import { assertOptions } from './assert-options.ts'
import { CONFIG_FORMS } from './config-forms.ts'
import { withDefaults } from './with-defaults.ts'

/** The names a deployment shows to the outside. The defaults are those of the persona contract. */
export interface GatewayNames {
  /** Prefix of the persona response headers: `<prefix>-Persona-Handle`, `<prefix>-Persona-Source-Hash`. @defaultValue `X-CyberOS` */
  readonly headerPrefix: string
  /** Field of the attribution badge in every answer. @defaultValue `made_by_genie` */
  readonly badgeField: string
  /** First segment of every audit kind (`ai.persona_loaded`). @defaultValue `ai` */
  readonly auditPrefix: string
  /** First word of the persona metrics (`ai_persona_loads_total`). @defaultValue `ai` */
  readonly metricPrefix: string
}

export const DEFAULT_NAMES: GatewayNames = Object.freeze({
  headerPrefix: 'X-CyberOS',
  badgeField: 'made_by_genie',
  auditPrefix: 'ai',
  metricPrefix: 'ai',
})

/** Fields of a chat completion; a badge of that name would hide the answer. */
export const COMPLETION_FIELDS: ReadonlySet<unknown> = new Set([
  'id',
  'object',
  'created',
  'model',
  'choices',
  'usage',
  'error',
  'service_tier',
  'system_fingerprint',
])

/**
 * Returns the default names with the given ones in their place.
 *
 * @throws TypeError for an unknown name, RangeError for one that is not of its form.
 */
export function resolveNames(given: Partial<GatewayNames> = {}): GatewayNames {
  assertOptions(given, Object.keys(DEFAULT_NAMES), 'names')
  const names = withDefaults(DEFAULT_NAMES, given)
  for (const [name, value] of Object.entries(names)) {
    const { pattern, expected } = CONFIG_FORMS[name as keyof GatewayNames]
    if (typeof value !== 'string' || !pattern.test(value))
      throw new RangeError(`"names.${name}" expected ${expected}`)
  }
  return names
}

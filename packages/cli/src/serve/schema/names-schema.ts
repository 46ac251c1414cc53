import { CONFIG_FORMS } from '@cordon/gateway'
import { z } from 'zod'
import { text } from './fields.ts'

export function namesSchema() {
  return z
    .strictObject({
      headerPrefix: text(
        CONFIG_FORMS.headerPrefix,
        'Prefix of the persona headers. Default: X-CyberOS.',
      ).exactOptional(),
      badgeField: text(
        CONFIG_FORMS.badgeField,
        'Field of the badge. Default: made_by_genie.',
      ).exactOptional(),
      auditPrefix: text(
        CONFIG_FORMS.auditPrefix,
        'First segment of audit kinds. Default: ai.',
      ).exactOptional(),
      metricPrefix: text(
        CONFIG_FORMS.metricPrefix,
        'First word of the persona metrics. Default: ai.',
      ).exactOptional(),
    })
    .describe('Names shown to the outside.')
}

import { CONFIG_FORMS } from '@cordon/gateway'
import { z } from 'zod'

export function namesSchema() {
  const text = (form: RegExp, description: string) =>
    z.string().regex(form).exactOptional().describe(description)
  return z
    .strictObject({
      headerPrefix: text(CONFIG_FORMS.headerPrefix, 'Prefix of the persona headers. Default: X-CyberOS.'),
      badgeField: text(CONFIG_FORMS.badgeField, 'Field of the badge. Default: made_by_genie.'),
      auditPrefix: text(CONFIG_FORMS.auditPrefix, 'First segment of audit kinds. Default: ai.'),
      metricPrefix: text(CONFIG_FORMS.metricPrefix, 'First word of the persona metrics. Default: ai.'),
    })
    .describe('Names shown to the outside.')
}

import * as audit from '@cordon/audit'
import { AuditError, type AuditErrorCode } from '@cordon/audit'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('AUD-090 exports what the README lists, and nothing else', () => {
  expect(Object.keys(audit).toSorted()).toEqual([
    'AuditError',
    'CHAIN_PATTERN',
    'openAudit',
    'readAuditTail',
    'verifyAudit',
  ])
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json'])
})

test('AUD-090 has these error codes', () => {
  const codes: Record<AuditErrorCode, true> = {
    ERR_AUDIT_KIND: true,
    ERR_AUDIT_PAYLOAD: true,
    ERR_AUDIT_PAYLOAD_TOO_LARGE: true,
    ERR_AUDIT_BROKEN: true,
    ERR_AUDIT_SUPERSEDED: true,
    ERR_AUDIT_FILE_CHANGED: true,
    ERR_AUDIT_WRITE: true,
    ERR_AUDIT_READ: true,
    ERR_AUDIT_CLOSED: true,
  }
  for (const code of Object.keys(codes))
    expect(new AuditError(code as AuditErrorCode, 'x')).toMatchObject({ code })
})

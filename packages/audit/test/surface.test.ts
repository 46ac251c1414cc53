import { readFileSync } from 'node:fs'
import type { AuditErrorCode } from '@cordon/audit'
import * as audit from '@cordon/audit'
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

test('AUD-090 has the error codes that the README lists', () => {
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
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(Object.keys(codes).toSorted()).toEqual([...new Set(readme.match(/ERR_AUDIT_[A-Z_]+/g))].toSorted())
})

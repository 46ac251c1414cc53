/// <reference types="node" preserve="true" />
export { AuditError, type AuditErrorCode } from './contract/errors.ts'
export type { AuditEvent } from './contract/events.ts'
export type { AuditHead, AuditRow } from './format/row.ts'
export { CHAIN_PATTERN } from './format/segment-name.ts'
export type { AuditFault, AuditFaultReason, AuditNote } from './verify/fault.ts'
export { type ReadAuditTailOptions, readAuditTail } from './verify/read-audit-tail.ts'
export { type AuditVerification, type VerifyAuditOptions, verifyAudit } from './verify/verify-audit.ts'
export { type AuditLog, type OpenAuditOptions, openAudit } from './write/open-audit.ts'

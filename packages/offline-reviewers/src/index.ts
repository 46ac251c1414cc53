/// <reference types="node" preserve="true" />
export { OfflineReviewerError, type OfflineReviewerErrorCode } from './errors.ts'
export { type OfflineReviewer, offlineReviewer } from './offline-reviewer.ts'

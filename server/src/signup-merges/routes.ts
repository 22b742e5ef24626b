import type { App } from '../context.ts'

export function signupMergeRoutes(_app: App): void {}

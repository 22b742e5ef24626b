import type { App } from '../context.ts'

export function signupRoutes(_app: App): void {}

import type { App } from '../context.ts'

export function givingRoutes(_app: App): void {}

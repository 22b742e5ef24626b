import type { App } from '../context.ts'

export function listRoutes(_app: App): void {}

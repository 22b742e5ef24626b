import type { ReactNode } from 'react'
import { notifyDone } from './notify.tsx'

export function sayWithUndo(title: string, message: ReactNode, onUndo: () => void): void {
  notifyDone({ title, message, onUndo })
}

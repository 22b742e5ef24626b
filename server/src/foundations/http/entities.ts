import { p } from '@mikro-orm/core'
import { defineTable } from '../database/define-table.ts'

export const ButtonPress = defineTable('button_presses', {
  press_hash: p.text().primary(),
  answer: p.text().nullable(),
  expires_at: p.datetime(),
})

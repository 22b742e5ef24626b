import { defineEntity, p } from '@mikro-orm/core'

export const ButtonPress = defineEntity({
  name: 'ButtonPress',
  tableName: 'button_presses',
  properties: {
    press_hash: p.text().primary(),
    answer: p.text().nullable(),
    expires_at: p.datetime(),
  },
})

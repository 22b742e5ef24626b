import { defineEntity, p } from '@mikro-orm/core'

/** A staff member's note on a champion, never shown to the champion. */
export const SignupNote = defineEntity({
  name: 'SignupNote',
  tableName: 'signup_notes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    signup_id: p.bigint('number'),
    staff_user_id: p.bigint('number'),
    body: p.text(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})

/** A letter that a staff member wrote to a champion, as it was sent. */
export const SignupLetter = defineEntity({
  name: 'SignupLetter',
  tableName: 'signup_letters',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    key: p.uuid(),
    signup_id: p.bigint('number'),
    staff_user_id: p.bigint('number'),
    template: p.text(),
    subject: p.text(),
    body: p.text(),
    has_button: p.boolean().default(false),
    despite_wish: p.boolean().default(false),
    letter_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})

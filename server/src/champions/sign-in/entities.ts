import { defineEntity, p } from '@mikro-orm/core'

/** A sign-in that a browser asked for by e-mail: one message with a link and a code. */
export const SigninRequest = defineEntity({
  name: 'SigninRequest',
  tableName: 'signin_requests',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    email_hash: p.text(),
    browser_hash: p.text(),
    signup_id: p.bigint('number').nullable(),
    keep_me_signed_in: p.boolean().default(false),
    link_hash: p.text().nullable(),
    code_hash: p.text().nullable(),
    wrong_codes: p.integer().default(0),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime(),
    ended_at: p.datetime().nullable(),
  },
})

/** A verified champion's session. Only the token's keyed hash is stored, here and below. */
export const ChampionSession = defineEntity({
  name: 'ChampionSession',
  tableName: 'champion_sessions',
  properties: {
    token_hash: p.text().primary(),
    signup_id: p.bigint('number'),
    device_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    used_at: p.datetime().defaultRaw('now()'),
  },
})

/** The hash of a device token, and of the one it was given for. */
export type DeviceToken = { hash: string; parent: string | null }

/** A browser that is remembered: it is recognized, never verified. */
export const ChampionDevice = defineEntity({
  name: 'ChampionDevice',
  tableName: 'champion_devices',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    public_id: p.uuid().defaultRaw('gen_random_uuid()'),
    signup_id: p.bigint('number'),
    name: p.text(),
    token_hash: p.text(),
    tokens: p.json<DeviceToken[]>().defaultRaw("'[]'"),
    created_at: p.datetime().defaultRaw('now()'),
    used_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime(),
    revoked_at: p.datetime().nullable(),
  },
})

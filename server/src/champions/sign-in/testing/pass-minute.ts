import type { Db } from '../../../foundations/database/db.ts'

/** Lets a minute pass since the device's tokens were replaced. */
export async function passMinute(db: Db, device: number): Promise<void> {
  const { tokens } = await db
    .selectFrom('champion_devices')
    .select('tokens')
    .where('id', '=', device)
    .executeTakeFirstOrThrow()
  const aged = tokens.map(({ replacedAt, ...token }) =>
    replacedAt ? { ...token, replacedAt: replacedAt - 60_000 } : token,
  )
  await db.update('champion_devices', { id: device }, { tokens: JSON.stringify(aged) })
}

import type { App, Context } from '../../context.ts'
import { FreshPeople } from './fresh-people.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Everyone on file, in memory; read from when the server listens, or at first use. */
    people: FreshPeople
  }
}

const keepUpMs = 15_000

/** Gives all routes `app.people` and keeps it up to date. */
export function keepPeople(app: App, { orm }: Context): void {
  const people = new FreshPeople(orm)
  app.decorate('people', people)
  app.addHook('onListen', async () => people.keepUp(keepUpMs, (error) => app.log.warn(error, 'search: could not keep up')))
  app.addHook('onClose', () => people.close())
}

import type { App, Context } from '../context.ts'
import { forgetOldChanges } from './fresh-copy.ts'
import { FreshPeople } from './search/fresh-people.ts'
import { FreshDirectory } from './typeahead/fresh-directory.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Everyone on file with what the search knows of them, in memory; read from when the server listens, or at first use. */
    people: FreshPeople
    /** Everyone's names, in memory likewise. */
    directory: FreshDirectory
  }
}

const keepUpMs = 15_000
const forgetMs = 3600_000

/** Gives all routes `app.people` and `app.directory`, and keeps them up to date. Names are read first: they are soon there. */
export function keepInMemory(app: App, { orm }: Context): void {
  app.decorate('directory', new FreshDirectory(orm))
  app.decorate('people', new FreshPeople(orm))
  const warn = (error: unknown) => app.log.warn(error, 'what is held in memory could not be kept up to date')
  const forget = () => void forgetOldChanges(orm.em.fork()).catch(warn)
  let forgetting: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    void app.directory.keepUp(keepUpMs, warn).then(() => app.people.keepUp(keepUpMs, warn))
    forget()
    forgetting = setInterval(forget, forgetMs).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(forgetting)
    await Promise.all([app.directory.close(), app.people.close()])
  })
}

import { afterAll, describe } from 'vitest'
import { MongoServer, noMongodb } from '@alumni/server/testing/mongo-server'
import { workerStories } from './testing/worker-stories.ts'

describe.skipIf(noMongodb)(`with the queue in MongoDB${noMongodb ? ` (${noMongodb})` : ''}`, async () => {
  if (noMongodb) return
  const mongodb = await MongoServer.start()
  afterAll(() => mongodb.remove())
  await workerStories({ MONGODB_URL: mongodb.url }, mongodb)
})

import { MongoBackend } from '@agendajs/mongo-backend'
import { subDays } from 'date-fns/subDays'
import { MongoClient, ObjectId } from 'mongodb'
import { readDatabaseTime } from './clock.ts'
import { removeValues } from '../process/log.ts'
import { failedJobDays, type QueueStore } from './jobs.ts'

/** Overrides settings in the URL. Retries and majority writes let writes survive the loss of the primary. */
const settings = { serverSelectionTimeoutMS: 10_000, retryWrites: true, writeConcern: { w: 'majority' } } as const

export async function openMongoQueue(url: string): Promise<QueueStore> {
  const client = await MongoClient.connect(url, settings)
  const jobs = client.db().collection('agendaJobs')
  return {
    backend: new MongoBackend({ mongo: client.db() }),
    async add(db, added) {
      const nextRunAt = await readDatabaseTime(db)
      await jobs.insertMany(added.map((job) => ({ ...job, type: 'normal', priority: 0, nextRunAt })))
    },
    async readState() {
      const waiting = { lockedAt: null, repeatInterval: null, nextRunAt: { $lte: new Date() } }
      const [due, running, failed] = await Promise.all([
        jobs
          .aggregate<{ count: number; oldest: Date }>([
            { $match: waiting },
            { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$nextRunAt' } } },
          ])
          .next(),
        jobs.countDocuments({ lockedAt: { $ne: null } }),
        jobs
          .aggregate<{ _id: string; count: number; last: Date; reason: string | null }>([
            { $match: failedPermanently },
            { $sort: { failedAt: 1 } },
            {
              $group: {
                _id: '$name',
                count: { $sum: 1 },
                last: { $max: '$failedAt' },
                reason: { $last: '$failReason' },
              },
            },
          ])
          .toArray(),
      ])
      return {
        waiting: due?.count ?? 0,
        running,
        oldest_at: due?.oldest.toISOString() ?? null,
        failed: failed.map(({ _id, count, last, reason }) => ({
          name: _id,
          count,
          last_failed_at: last.toISOString(),
          last_error: reason && removeValues(reason),
        })),
      }
    },
    async runFailedAgain(name) {
      const fresh = { nextRunAt: new Date(), failedAt: null, failCount: null, failReason: null }
      await jobs.updateMany({ ...failedPermanently, name }, { $set: fresh })
    },
    async renewLock(id) {
      await jobs.updateOne({ _id: new ObjectId(id), lockedAt: { $ne: null } }, [{ $set: { lockedAt: '$$NOW' } }])
    },
    async pruneFailed() {
      await jobs.deleteMany({ ...failedPermanently, failedAt: { $lt: subDays(new Date(), failedJobDays) } })
    },
    close: () => client.close(),
  }
}

/** `null` also matches missing members. */
const failedPermanently = { lockedAt: null, failedAt: { $ne: null }, nextRunAt: null }

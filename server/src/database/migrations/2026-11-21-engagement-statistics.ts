import { Migration } from '@mikro-orm/migrations'
import { foldStatistics } from './engagement-statistics/fold.ts'
import { rebuildStatistics } from './engagement-statistics/rebuild.ts'
import { statisticsTables } from './engagement-statistics/tables.ts'
import { statisticsTriggers } from './engagement-statistics/triggers.ts'

/** Engagements counted by fiscal year, month, activity, event, college and affinity, kept from a log of every write. */
export class EngagementStatistics extends Migration {
  override up(): void {
    this.addSql(statisticsTables)
    this.addSql(statisticsTriggers)
    this.addSql(foldStatistics)
    this.addSql(rebuildStatistics)
    this.addSql('select rebuild_engagement_statistics()')
  }
}

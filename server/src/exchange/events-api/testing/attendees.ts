import type { EngagementInput } from '@alumni/shared/exchange/events-api'

export function engagement(more: Partial<EngagementInput> = {}): EngagementInput {
  return {
    buid: 'B00000001',
    activity_code: 'event_attended',
    engagement_date: '2026-10-03',
    description: 'Homecoming',
    ...more,
  }
}

export function attendees(count: number, description = 'Homecoming'): EngagementInput[] {
  return Array.from({ length: count }, (_, n) =>
    engagement({ buid: `B${String((n % 2000) + 1).padStart(8, '0')}`, description }),
  )
}

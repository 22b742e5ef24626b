import { expect, test } from 'vitest'
import { formatAction } from './audit-text.ts'

test.each([
  ['import.committed', 'Import committed'],
  ['crm-changes.export-undone', 'CRM changes export undone'],
  ['api-key.issued', 'API key issued'],
  ['event-rsvp.attended', 'Event answer attended'],
  ['signed in with Google', 'Signed in with Google'],
])('%s is “%s”', (action, text) => expect(formatAction(action)).toBe(text))

export type Patch = { file: string; from: string; to: string }

/** Replaces the front ends by those of the tests. */
export const frontEndPatches: Patch[] = [
  { file: 'server/src/app.ts', from: "'desktop/dist/renderer'", to: "'server/testing/front-ends/staff'" },
  { file: 'server/src/app.ts', from: "'portal/dist'", to: "'server/testing/front-ends/portal'" },
]

/** The thread of the index does not inherit the program's flags. */
export const indexThreadPatch: Patch = {
  file: 'server/src/alumni/people-index/people-index.ts',
  from: 'execArgv: []',
  to: `execArgv: ['--import', '${new URL('patches.ts', import.meta.url).href}']`,
}

/** Bugs that the audit must detect, with the expected finding. */
export const mutants: Record<string, { patch: Patch; finding: RegExp }> = {
  'places given twice': {
    patch: { file: 'server/src/publications/events/answer-event.ts', from: '    .forUpdate()\n', to: '' },
    finding: /has \d+ places taken of \d+/,
  },
  'a letter sent twice': {
    patch: {
      file: 'server/src/foundations/mail/send-letter.ts',
      from: 'if (message) await mailer.send(message)',
      to: 'if (message) await mailer.send(message).then(() => mailer.send(message))',
    },
    finding: /2 letters/,
  },
  'a row of a batch dropped': {
    patch: {
      file: 'server/src/exchange/events-api/submit-batch.ts',
      from: 'await insertEngagements(db, id, rows)',
      to: 'await insertEngagements(db, id, rows.slice(1))',
    },
    finding: /storm batch \d+ was acknowledged and has 4 rows/,
  },
  'an edit acknowledged and not written': {
    patch: {
      file: 'server/src/alumni/record/edit-contact.ts',
      from: 'if (edits.length === 0) return null',
      to: "if (edits.length === 0 || edits[0]!.to?.endsWith('5')) return null",
    },
    finding: /City \d+ was acknowledged and stands 0 times/,
  },
  'a change that the search index misses': {
    patch: {
      file: 'server/src/alumni/people-index/freshness/fresh-people.ts',
      from: 'buids.slice(from, from + peoplePerBatch)',
      to: 'buids.slice(from + 1, from + peoplePerBatch)',
    },
    finding: /index: server \d finds/,
  },
}

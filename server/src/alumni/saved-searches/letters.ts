import { movesWords } from '@alumni/shared/alumni/saved-searches'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import { changedSearchesOf } from './followed.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    /** `week`: its Monday. */
    'followed-searches': { user: number; week: string }
  }
}

/** The letter of a Monday: which searches changed and by how many. Who it was stands on the page alone. */
export const savedSearchLetters: { 'followed-searches': Composer<'followed-searches'> } = {
  async 'followed-searches'(db, { institution, PUBLIC_URL }, { user: id, week }) {
    const user = await db.find('staff_users', ['id', 'name', 'email'], { id, is_active: true })
    const searches = user ? await changedSearchesOf(db, user.id, week) : []
    if (!user || searches.length === 0) return null
    const content = letter({
      institution,
      heading: 'Your saved searches this week',
      paragraphs: [
        `Hello ${user.name},`,
        'Here is what has changed in the searches that you follow.',
        searches.map(({ name, ...counts }) => `${name}: ${movesWords(counts)}`).join('\n'),
      ],
      button: { label: 'See the people', url: `${PUBLIC_URL}/alumni_search` },
      closing: ['You asked for this e-mail. You can stop it on your page of saved searches.'],
    })
    return { to: user.email, subject: `Changes in your ${institution.short_name} searches`, ...content }
  },
}

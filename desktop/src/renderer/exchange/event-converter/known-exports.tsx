import classes from './event-converter.module.css'

const exports: [string, string][] = [
  ['Eventbrite', 'Attendees list. Who was checked in counts as attended.'],
  ['Zoom', 'Attendee report of a webinar, or the participants of a meeting. Who joined again counts once.'],
  ['Luma', 'Guest list. Who was checked in counts as attended.'],
  [
    'Google Forms',
    'Responses of a sign-in form. You are asked for the day: the timestamp is only when someone answered.',
  ],
  ['Cvent, Hivebrite', 'Lists of registrations. Who is marked as there counts as attended.'],
  ['Localist, others', 'Any CSV file. You say once which column is which.'],
]

/** What is understood without a question, and what becomes of it. */
export function KnownExports() {
  return (
    <aside className={classes.known}>
      <h2>What can be dropped</h2>
      <dl>
        {exports.map(([name, about]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <p>Nothing is recorded before you say so. Amounts of money are never read.</p>
    </aside>
  )
}

import type { CommunityKind } from '@alumni/shared/publications/content'
import type { PictureKind } from '@alumni/shared/publications/cards'

/** What an office has written on the alumni's site: the same in every demo database, with days as seen from the one it was made on. */
export const namedCommunities: readonly {
  slug: string
  name: string
  kind: CommunityKind
  picture: PictureKind
  summary: string
  body: string
  /** In how many days it is published, and whether it is a draft; the others are there. */
  inDays?: number
  isDraft?: boolean
}[] = [
  {
    slug: 'boston',
    name: 'Bayside in Boston',
    kind: 'region',
    picture: 'skyline',
    summary: 'Graduates in and around Boston: a dinner each month, and a welcome for everybody who moves here.',
    body: 'Half of us came for a job and stayed for the harbor. We meet **once a month**, in a place that somebody of us has just discovered.\n\n## New in town?\n\nCome to any dinner. Somebody will keep a chair for you, tell you which line never runs on Sundays, and know a dentist.\n\n- Dinner, once a month\n- A walk along the harbor in spring\n- Game nights in winter',
  },
  {
    slug: 'new-york',
    name: 'Bayside in New York',
    kind: 'region',
    picture: 'skyline',
    summary: 'Five boroughs, eleven hundred graduates, and one very long e-mail list that we try to keep short.',
    body: 'We are large enough to have a choir and small enough to know who brings the good bagels. Events are after work, below 40th Street more often than above it.',
  },
  {
    slug: 'ireland',
    name: 'Bayside in Ireland',
    kind: 'region',
    picture: 'hills',
    summary: 'From Dublin to Galway: hikes, talks and the yearly Thanksgiving for those who are far from home.',
    body: 'Most of us did not plan to stay. Every November we cook a **Thanksgiving dinner** for forty people in a kitchen for ten.\n\n> “I came for one term, in 1998.” Siobhán',
  },
  {
    slug: 'mexico-city',
    name: 'Bayside en la Ciudad de México',
    kind: 'region',
    picture: 'campus',
    summary: 'Graduates in Mexico City. Se habla español, and English too.',
    body: 'Nos vemos el último viernes de cada mes. Everyone is welcome, whatever language they are better at.',
  },
  {
    slug: 'hanoi',
    name: 'Bayside in Hà Nội',
    kind: 'region',
    picture: 'coast',
    summary: 'A small circle with long breakfasts. Write before you visit: somebody will meet you at the station.',
    body: 'There are fourteen of us, and we know each other well. Visitors are the best reason to meet.',
  },
  {
    slug: 'founders-and-makers',
    name: 'Founders and makers',
    kind: 'interest',
    picture: 'science',
    summary: 'People who start things, have started things, or have closed them again and can laugh about it.',
    body: 'Bring a problem, not a pitch. Each evening has three problems and ninety minutes; what is said there stays there.',
  },
  {
    slug: 'book-circle',
    name: 'Book circle',
    kind: 'interest',
    picture: 'books',
    summary: 'One book in six weeks, talked about online. You may come without having finished it.',
    body: 'We vote on the next book at the end of each evening. *No book over 400 pages* has ever won.',
  },
  {
    slug: 'rowers',
    name: 'Rowers',
    kind: 'interest',
    picture: 'coast',
    summary: 'For everybody who has ever been on the water at five in the morning, and misses it. A little.',
    body: 'We row on Saturdays, help with the student regatta in spring, and collect for new boats.',
  },
  {
    slug: 'engineering',
    name: 'College of Engineering',
    kind: 'college',
    picture: 'science',
    summary: 'Visits to workplaces, advice for students, and a lab that needs people who remember how it works.',
    body: 'The college invites its graduates to judge the senior projects each May, and to lunch afterwards.',
  },
  {
    slug: 'music-and-theater',
    name: 'Music and theater',
    kind: 'college',
    picture: 'stage',
    summary: 'On stage, behind it or in the third row: those who made music and plays here, and still do.',
    body: 'We sing at Homecoming, we lend costumes to students, and we go to each other’s first nights.',
  },
  {
    slug: 'first-in-the-family',
    name: 'First in the family',
    kind: 'affinity',
    picture: 'people',
    summary: 'Graduates who were the first in their families to study, for students who are.',
    body: 'Nobody told us what office hours are for. We tell those who come after us: by mail, by phone, and once a month on campus.',
  },
  {
    slug: 'young-alumni',
    name: 'Young alumni',
    kind: 'affinity',
    picture: 'people',
    summary: 'Up to ten years after graduation: first jobs, first flats, and dinners that cost what you can pay.',
    body: 'We pair you with somebody who is five years further on. Most pairs talk twice and remember it for long.',
  },
  {
    slug: 'lisbon',
    name: 'Bayside in Lisbon',
    kind: 'region',
    picture: 'coast',
    summary: 'Nine graduates who have found each other in the queue for the same tram.',
    body: 'We begin in spring, with a walk up and a dinner down.',
    inDays: 30,
  },
  {
    slug: 'beekeepers',
    name: 'Beekeepers',
    kind: 'interest',
    picture: 'forest',
    summary: '',
    body: 'Is there anybody else? Ask on the roof of the library.',
    isDraft: true,
  },
]

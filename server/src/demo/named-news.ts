import type { PictureKind } from '@alumni/shared/cards'

/** `daysAgo` is when it was published. */
export const namedNews: readonly {
  slug: string
  title: string
  summary: string
  body: string
  author: string | null
  picture: PictureKind
  community?: string
  daysAgo: number
}[] = [
  {
    slug: 'a-thousand-hours',
    title: 'Champions gave a thousand hours this year',
    summary: 'From mock interviews to sofas for the first night in a new city: what graduates did for students.',
    body: 'When we began to count in January, we hoped for six hundred. By last week it was **1,014 hours**, given by 312 graduates in 19 countries.\n\n## What the hours were\n\nMost were conversations: an hour on the phone about a first job, a thesis, a visa. Some were longer. Two champions in Dublin housed a student whose flight did not leave for three days.\n\n> “She asked me one question, and I changed my major.”\n\n## What comes next\n\nWe look for people who know about *nursing*, *public policy* and *getting a first apartment*. An hour is enough. [See the ways to help](/opportunities).',
    author: 'Ada Lovelace, Alumni Relations',
    picture: 'people',
    daysAgo: 2,
  },
  {
    slug: 'old-boathouse-opens',
    title: 'The old boathouse opens its doors again',
    summary: 'After two years of work the boathouse has a new roof, a warm room and the same smell of varnish.',
    body: 'Rowers of forty years carried the first boat in. The warm room has a stove that was paid for by the class of 1986, who insist that it be used.\n\nVisits are possible on Saturdays. Bring shoes that may get wet.',
    author: 'Stan Carter',
    picture: 'coast',
    community: 'rowers',
    daysAgo: 6,
  },
  {
    slug: 'library-all-night',
    title: 'The library is open all night again',
    summary: 'From the first of December until the end of exams, with soup at midnight.',
    body: 'The soup is made by graduates who live nearby. If you would like to help on one of the twelve nights, write to us: you need an apron and no experience.',
    author: null,
    picture: 'books',
    daysAgo: 9,
  },
  {
    slug: 'homecoming-in-pictures',
    title: 'Homecoming, and the rain that stayed away',
    summary: 'Four thousand people, one parade, and a clear sky from nine until exactly five.',
    body: 'The choir sang on the steps, the class of 1976 had the longest table, and the chemistry department blew up nothing that it had not planned to.\n\nThank you to the sixty champions who stood at the gates and knew where everything was.',
    author: 'Ada Lovelace, Alumni Relations',
    picture: 'campus',
    daysAgo: 16,
  },
  {
    slug: 'boston-turns-fifty',
    title: 'Bayside in Boston turns fifty',
    summary: 'Six people met for dinner in 1976. On Thursday there were two hundred, and one of the six.',
    body: 'Margaret Ellis, who wrote the first invitation on a typewriter, brought it along. It asks guests to *bring a chair*.',
    author: 'José Álvarez',
    picture: 'skyline',
    community: 'boston',
    daysAgo: 21,
  },
  {
    slug: 'five-questions-minh',
    title: 'Five questions for Minh Nguyễn',
    summary: 'She builds weather stations on roofs in Hà Nội, and answers students’ mail at breakfast.',
    body: '**What did you want to be?** A pianist.\n\n**What happened?** A summer job at the lab for sensors, and a very good teacher.\n\n**What do students ask you?** Whether it is too late to change. It is not.\n\n**What do you answer first?** Their second question. The first one is mostly about grades.\n\n**What do you miss?** The bench behind the chapel.',
    author: 'Alumni Relations',
    picture: 'science',
    community: 'hanoi',
    daysAgo: 28,
  },
  {
    slug: 'new-scholarship-for-first-graduates',
    title: 'A fund for those who are the first in their family',
    summary: 'It pays what no scholarship pays: a winter coat, a train ticket, the fee for an exam.',
    body: 'Students apply with three sentences and get an answer within two days. The fund was begun by graduates who remember what they could not ask for.',
    author: null,
    picture: 'letter',
    community: 'first-in-the-family',
    daysAgo: 35,
  },
  {
    slug: 'choir-looks-for-tenors',
    title: 'The alumni choir looks for tenors',
    summary: 'It always does. Rehearsals are on Tuesdays, and nobody has to sing alone.',
    body: 'The concert is in December. If you can hold a tune and a cup of tea, come.',
    author: null,
    picture: 'music',
    community: 'music-and-theater',
    daysAgo: 42,
  },
  {
    slug: 'senior-projects-judges',
    title: 'What the judges of the senior projects saw',
    summary: 'A bridge of paper that carried a dean, and a cane that feels the curb.',
    body: 'Twenty graduates of the College of Engineering spent a day with ninety students. The prize went to *Curbside*, a cane that hums before a step.',
    author: 'Peggy O’Neil',
    picture: 'science',
    community: 'engineering',
    daysAgo: 60,
  },
  {
    slug: 'thanksgiving-in-dublin',
    title: 'How to cook for forty in a kitchen for ten',
    summary: 'Notes from last year’s Thanksgiving in Dublin, for those who want to do it at home.',
    body: '1. Borrow three ovens.\n2. Begin with the pies, on Tuesday.\n3. Give everybody a task that sounds more important than it is.\n4. Sit down, whatever happens, at six.',
    author: 'Siobhán O’Neil',
    picture: 'food',
    community: 'ireland',
    daysAgo: 80,
  },
  {
    slug: 'book-of-the-year',
    title: 'The book circle has chosen its book of the year',
    summary: 'By one vote, after an hour of debate, and with an apology to all who like long novels.',
    body: 'It has 212 pages. The runner-up has 890, and four loyal readers.',
    author: null,
    picture: 'books',
    community: 'book-circle',
    daysAgo: 110,
  },
  {
    slug: 'welcome-to-the-champions-site',
    title: 'Welcome to the champions’ own site',
    summary: 'A place to see what there is to do, to come to and to read. And to tell us when your address changes.',
    body: 'You can read everything here without signing in. To say yes to an event or to an opportunity, sign in with your e-mail address: there is no password to remember.\n\nWhat we know of you stands in your profile. You can correct it, take it with you, or have it deleted.',
    author: 'Ada Lovelace, Alumni Relations',
    picture: 'campus',
    daysAgo: 150,
  },
]

import type { OpportunityKind, ResponseStatus } from '@alumni/shared/publications/opportunities'
import type { PictureKind } from '@alumni/shared/publications/cards'
import { addDays } from 'date-fns/addDays'
import type { Client } from 'pg'
import { copyTable } from './copy-table.ts'

type Demo = {
  slug: string
  title: string
  kind: OpportunityKind
  picture: PictureKind
  summary: string
  body: string
  place?: string
  isRemote?: boolean
  effort: string
  question?: string
  places?: number
  /** In days from the last day of the demo data; a draft is not. */
  published?: number
  closes?: number
  isClosed?: boolean
  answers?: [email: string, status: ResponseStatus, message: string, answer?: string][]
}

const [jose, siobhan, peggy, minh] = [
  'jose.alvarez@example.org',
  'siobhan.oneil@example.net',
  'peggy.oneil@example.org',
  'minh.nguyen@example.com',
]

/** Ways to help, from one that was published today to one that is long over. */
const opportunities: readonly Demo[] = [
  {
    slug: 'mentor-a-first-year-student',
    title: 'Mentor a first-year student',
    kind: 'mentoring',
    picture: 'books',
    summary: 'An hour a month for someone who is where you were: new here, and not sure whom to ask.',
    body: 'You meet once a month, by video or over coffee, from January to May. Your student brings the questions. You bring an ear, and what you wish someone had told you.\n\nWe introduce you to each other, and we are there if something does not fit.',
    isRemote: true,
    effort: 'One hour a month, January to May',
    question: 'What did you study, and what do you do now?',
    places: 40,
    published: -2,
    closes: 45,
    answers: [
      [
        jose,
        'accepted',
        'I was the first in my family to go to college. I know how it feels.',
        'Civil engineering; I build bridges for the state.',
      ],
      [
        minh,
        'responded',
        'Evenings in Hà Nội are mornings in Boston, which suits me well.',
        'Computer science; I lead a small team.',
      ],
    ],
  },
  {
    slug: 'host-students-for-dinner',
    title: 'Host students far from home for dinner',
    kind: 'hosting',
    picture: 'food',
    summary: 'Two or three students at your table on a holiday that they would spend in the dormitory.',
    body: 'Many of our students cannot fly home for a long weekend. A seat at a table means a great deal to them. You say how many you have room for, and what they should know about your home: pets, stairs, food.\n\nWe match you with students who live near a train or bus line to you.',
    place: 'Boston',
    effort: 'One evening',
    question: 'How many students do you have room for, and can they reach you by public transport?',
    places: 2,
    published: -9,
    closes: 20,
    answers: [
      [
        peggy,
        'accepted',
        'We have a big table and a loud dog.',
        'Three. We are five minutes from Green Street station.',
      ],
      [jose, 'responded', 'My mother cooks for twenty in any case.', 'Two. The 39 bus stops at our door.'],
      [
        siobhan,
        'waiting',
        'I am in Boston that week, at my sister’s, and we would love company.',
        'Two; it is near the Red Line.',
      ],
    ],
  },
  {
    slug: 'review-resumes-online',
    title: 'Read résumés of seniors',
    kind: 'giving_advice',
    picture: 'letter',
    summary: 'Twenty minutes a résumé: say what you would want to read if you were hiring.',
    body: 'From February on, seniors send in their résumés. You choose how many you read and write a few lines about each. No red pencil is needed: what is clear, what is missing, what to leave out.',
    isRemote: true,
    effort: 'Twenty minutes each, as many as you like',
    published: -14,
    answers: [[siobhan, 'responded', 'Ten a month are fine. I hire designers for a living.']],
  },
  {
    slug: 'internships-summer',
    title: 'Offer a summer internship',
    kind: 'recruiting',
    picture: 'skyline',
    summary: 'Eight weeks in which a student learns how your work is done, and does some of it.',
    body: 'Tell us about the internship that you have in mind. We find students whose studies fit, and you choose. It should be paid; if your organization cannot pay, ask us about a grant.',
    isRemote: true,
    effort: 'Eight weeks in summer',
    question: 'What would the student do?',
    published: -18,
    closes: 90,
    answers: [
      [
        minh,
        'accepted',
        'We had an intern last year and want another.',
        'Test software with real users, and present what they find.',
      ],
    ],
  },
  {
    slug: 'welcome-graduates-dublin',
    title: 'Welcome graduates who are new in Dublin',
    kind: 'welcoming',
    picture: 'coast',
    summary: 'A walk, a coffee, and where to find a flat: for graduates who have just arrived.',
    body: 'About ten graduates move to Dublin every year. You write them a short message, meet whoever wants to, and answer a question now and then.',
    place: 'Dublin',
    effort: 'Now and then',
    places: 4,
    published: -25,
    answers: [
      [siobhan, 'accepted', 'I came here alone once. Nobody should have to look for the good coffee by themselves.'],
    ],
  },
  {
    slug: 'speak-in-careers-class',
    title: 'Talk about your work in class',
    kind: 'speaking',
    picture: 'stage',
    summary: 'Forty minutes about your job, as it is, and twenty for questions.',
    body: 'The careers class meets on Tuesday evenings. Students like to hear how people came to do what they do, detours above all. You can come to campus or join by video.',
    place: 'Boston',
    isRemote: true,
    effort: 'One hour on a Tuesday evening',
    question: 'What would you talk about?',
    places: 8,
    published: -30,
    closes: 60,
    answers: [[peggy, 'responded', 'I could bring slides, or none.', 'How to change your field at forty.']],
  },
  {
    slug: 'class-reunion-committee',
    title: 'Help to plan the tenth reunion',
    kind: 'organising',
    picture: 'people',
    summary: 'A committee of six finds the people, the place and the music.',
    body: 'The reunion is next June, on campus. The committee meets by video every second week until April, then every week. You need no experience: someone from our office is always there.',
    place: 'Boston',
    isRemote: true,
    effort: 'Two hours every second week until June',
    places: 6,
    published: -34,
    closes: 30,
  },
  {
    slug: 'interview-applicants',
    title: 'Talk with applicants and their families',
    kind: 'giving_advice',
    picture: 'campus',
    summary: 'A friendly half-hour by video with a high-school senior who thinks about coming here.',
    body: 'It is no examination: they ask, you tell them what it was like. We send you a page with what applicants mostly want to know.',
    isRemote: true,
    effort: 'Half an hour each, from December to February',
    places: 60,
    published: -40,
    closes: 75,
  },
  {
    slug: 'mock-interviews',
    title: 'Practice job interviews with juniors',
    kind: 'mentoring',
    picture: 'people',
    summary: 'You ask what you would ask, and then say how it felt on your side of the table.',
    body: 'Three interviews of half an hour on a Saturday morning, on campus or by video.',
    place: 'Boston',
    isRemote: true,
    effort: 'A Saturday morning',
    places: 12,
    published: -47,
    closes: 14,
  },
  {
    slug: 'host-a-summer-send-off',
    title: 'Give a send-off party in your city',
    kind: 'hosting',
    picture: 'hills',
    summary: 'New students and their parents meet in a garden or a café before the first term.',
    body: 'You have the place, we have the guest list, the name tags and a small budget for cake.',
    effort: 'An afternoon in August',
    published: -60,
  },
  {
    slug: 'choir-tour-beds',
    title: 'A bed for the choir on tour',
    kind: 'hosting',
    picture: 'music',
    summary: 'Two singers for one night in October, between Raleigh and Boston.',
    body: 'They bring sleeping bags, and they sing for their breakfast.',
    place: 'Raleigh',
    effort: 'One night',
    places: 10,
    published: -90,
    closes: -30,
    answers: [[jose, 'declined', 'I live in Boston, but I have a sofa.']],
  },
  {
    slug: 'moving-in-day',
    title: 'Carry boxes on moving-in day',
    kind: 'welcoming',
    picture: 'campus',
    summary: 'Strong arms and good humor at the doors of the dormitories.',
    body: 'Thank you to all sixty of you. See you next August!',
    place: 'Boston',
    effort: 'A morning in August',
    published: -120,
    isClosed: true,
    answers: [[peggy, 'accepted', 'Back again!']],
  },
  {
    slug: 'judge-senior-projects',
    title: 'Judge the senior projects of engineering',
    kind: 'giving_advice',
    picture: 'science',
    summary: 'A morning of short talks, and a lunch with those who gave them.',
    body: 'Each jury has three graduates and one teacher. You get the abstracts a week before.',
    place: 'Boston',
    effort: 'A morning in May',
    question: 'Which field do you know best?',
    places: 9,
  },
  {
    slug: 'letters-to-freshmen',
    title: 'Write a letter to a freshman',
    kind: 'welcoming',
    picture: 'letter',
    summary: '',
    body: 'Half a page, by hand. What did nobody tell you?',
    isRemote: true,
    effort: 'An hour in August',
  },
  {
    slug: 'read-scholarship-letters',
    title: 'Read letters for the spring scholarships',
    kind: 'giving_advice',
    picture: 'books',
    summary: 'Forty letters, two readers each. You say which of them you would like to meet.',
    body: 'The letters come in February. Nobody sees your notes but the committee.',
    isRemote: true,
    effort: 'Three evenings in February',
    published: 28,
  },
]

/** Fills the empty tables; `until` is the last day of the demo data. Who is not among the signups has not answered. */
export async function loadOpportunities(client: Client, until: string): Promise<void> {
  const day = (days: number) => addDays(new Date(`${until}T09:00:00Z`), days).toISOString()
  await copyTable(
    client,
    'opportunities',
    opportunities.map(({ slug, title, kind, picture, summary, body, effort, ...more }) => ({
      slug,
      title,
      kind,
      picture,
      summary,
      body,
      effort,
      place: more.place ?? null,
      is_remote: more.isRemote ?? false,
      question: more.question ?? null,
      places: more.places?.toString() ?? null,
      closes_on: more.closes === undefined ? null : day(more.closes).slice(0, 10),
      published_at: more.published === undefined ? null : day(more.published),
      closed_at: more.isClosed ? day(-80) : null,
    })),
  )
  for (const { slug, answers = [], published = 0 } of opportunities)
    for (const [index, [email, status, message, answer = null]] of answers.entries())
      await client.query(
        `insert into opportunity_responses (opportunity_id, signup_id, status, message, answer, country, postal_code, asked_at, created_at)
         select o.id, s.id, $3, $4, $5, coalesce(s.country, 'US'), coalesce(s.postal_code, s.zip_code), $6, $6
         from opportunities o, champion_signups s where o.slug = $1 and s.email = $2`,
        [slug, email, status, message, answer, day(Math.min(0, published + index + 1))],
      )
}

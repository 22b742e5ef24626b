import type { Education, Employment } from './alumnus.ts'
import { areaOfStudy, degree } from './degrees.ts'

/**
 * All that the named people have on file besides themselves. Peggy's most recent degree is her MBA; Mary's degree and
 * minor bear the same date; Bob's law degree is undated; X Æ, Anne-Marie and Zoë have no education.
 */
export const namedEducations: readonly Education[] = [
  degree('B00000001', 'BS', '2015-05-17', 'CSCI10'),
  degree('B00000002', 'BA', '1998-05-17', 'HIST10'),
  degree('B00000003', 'MA', '2009-08-25', 'ENGL20'),
  degree('B00000004', 'BA', '1984-05-20', 'BIOL10'),
  areaOfStudy('B00000004', 'Minor', '1984-05-20', 'CHEM10', 'BA'),
  degree('B00000004', 'MBA', '1991-05-19', 'FINA10'),
  degree('B00000005', 'PHD', '2020-05-17', 'EPID20'),
  degree('B00000007', 'BSED', '1979-05-20', 'CURR50'),
  areaOfStudy('B00000007', 'Minor', '1979-05-20', 'MLNG20', 'BSED'),
  degree('B00000008', 'BFA', '2003-05-18', 'THEA10'),
  degree('B00000009', 'LLM', '2012-05-20', 'LAWS40'),
  degree('B00000010', 'BA', '1958-06-01', 'ECON10'),
  degree('B00000010', 'JD', null, 'LAWS10'),
]

export const namedEmployments: readonly Employment[] = [
  {
    buid: 'B00000001',
    employer: 'Initech',
    job_title: 'Software Engineer',
    start_date: '2019-02-01',
    end_date: null,
    current: true,
  },
  {
    buid: 'B00000001',
    employer: 'Acme & Sons, Inc.',
    job_title: 'Intern',
    start_date: '2015-06-01',
    end_date: '2019-01-31',
    current: false,
  },
  {
    buid: 'B00000004',
    employer: 'Harbor General Hospital',
    job_title: 'Chief of Surgery',
    start_date: '1996-07-01',
    end_date: null,
    current: true,
  },
  {
    buid: 'B00000004',
    employer: 'Private practice',
    job_title: null,
    start_date: null,
    end_date: null,
    current: false,
  },
]

export const namedAffinities: readonly { buid: string; affinity_code: string }[] = [
  { buid: 'B00000001', affinity_code: 'ATH01' },
  { buid: 'B00000004', affinity_code: 'VOC09' },
  { buid: 'B00000004', affinity_code: 'CAM13' },
  { buid: 'B00000004', affinity_code: 'GEO02' },
]

export const namedEngagements: readonly {
  buid: string
  activity_code: string
  engagement_date: string
  description: string | null
}[] = [
  { buid: 'B00000004', activity_code: 'event_attended', engagement_date: '2024-10-19', description: 'Homecoming 2024' },
  { buid: 'B00000004', activity_code: 'event_attended', engagement_date: '2023-10-14', description: 'Homecoming 2023' },
  { buid: 'B00000004', activity_code: 'event_attended', engagement_date: '2023-04-02', description: null },
  { buid: 'B00000004', activity_code: 'gift', engagement_date: '2024-04-03', description: null },
  { buid: 'B00000001', activity_code: 'event_attended', engagement_date: '2024-10-19', description: 'Homecoming 2024' },
  { buid: 'B00000001', activity_code: 'event_attended', engagement_date: '2022-03-11', description: '' },
  { buid: 'B00000005', activity_code: 'mentor', engagement_date: '2023-09-12', description: 'Mentoring program 2023' },
]

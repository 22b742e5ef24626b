export type College = {
  code: string
  name: string
  departments: Department[]
  bachelors: string[]
  graduate: string[]
  weight: number
}
export type Department = { code: string; name: string; majors: Major[] }
export type Major = { code: string; name: string; isActive: boolean }

/** `department code: department: major, major, …`; a `~` before a major says that it is taught no more. */
export const colleges: College[] = [
  college(
    'AS',
    'College of Arts and Sciences',
    30,
    'BA BA BS',
    'MA MA MS PHD',
    `
    ANTH: Anthropology: Anthropology, Archaeology, ~Folklore
    BIOL: Biology: Biology, Marine Biology, Neurobiology, Ecology and Conservation
    CHEM: Chemistry: Chemistry, Biochemistry
    CLAS: Classics: Classical Studies, Ancient Greek, Latin
    ECON: Economics: Economics, Mathematical Economics
    ENGL: English: English, Creative Writing, ~Rhetoric
    HIST: History: History, Art History, Public History
    MATH: Mathematics and Statistics: Mathematics, Statistics, Applied Mathematics
    MLNG: Modern Languages: Spanish, French, German, Japanese, Chinese, Arabic, ~Russian
    PHIL: Philosophy: Philosophy, Philosophy and Physics, Ethics
    PHYS: Physics and Astronomy: Physics, Astronomy, Astrophysics
    POLS: Political Science: Political Science, International Relations, American Politics
    PSYC: Psychology: Psychology, Cognitive Science
    SOCI: Sociology: Sociology, Gender Studies, Latin American Studies`,
  ),
  college(
    'BU',
    'Alder School of Business',
    18,
    'BSBA BSBA BS',
    'MBA MBA MBA MS',
    `
    ACCT: Accounting: Accounting, Taxation
    FINA: Finance: Finance, Real Estate, Insurance and Risk
    MGMT: Management: Management, Entrepreneurship, Human Resources, ~Secretarial Studies
    MKTG: Marketing: Marketing, Retail Management
    OPIM: Operations and Information: Information Systems, Supply Chain Management, Business Analytics`,
  ),
  college(
    'EN',
    'College of Engineering',
    14,
    'BS BS BSE',
    'MS MS MENG PHD',
    `
    BMED: Biomedical Engineering: Biomedical Engineering
    CIVL: Civil and Environmental Engineering: Civil Engineering, Environmental Engineering, ~Surveying
    CSCI: Computer Science: Computer Science, Software Engineering, Data Science, Cybersecurity
    ECEN: Electrical and Computer Engineering: Electrical Engineering, Computer Engineering
    MECH: Mechanical Engineering: Mechanical Engineering, Aerospace Engineering, Manufacturing Engineering
    MATS: Materials Science: Materials Science and Engineering, ~Metallurgy`,
  ),
  college(
    'ED',
    'School of Education',
    9,
    'BSED',
    'MED MED EDD',
    `
    CURR: Curriculum and Teaching: Elementary Education, Secondary Education, Special Education, Mathematics Education, ~Home Economics Education
    EDLD: Educational Leadership: Educational Leadership, Higher Education Administration
    COUN: Counseling: School Counseling, Counseling Psychology
    LITE: Language and Literacy: Reading Education, Teaching English as a Second Language`,
  ),
  college(
    'CM',
    'College of Communication',
    10,
    'BS BA',
    'MA MS',
    `
    ADPR: Advertising and Public Relations: Advertising, Public Relations
    FILM: Film and Television: Film and Television, Media Science, Screenwriting
    JOUR: Journalism: Journalism, Photojournalism, Broadcast Journalism, ~Wire Service Reporting`,
  ),
  college(
    'FA',
    'College of Fine Arts',
    5,
    'BFA BM BFA',
    'MFA MM DMA',
    `
    ARTS: Visual Arts: Painting, Sculpture, Graphic Design, Printmaking, Art Education
    MUSI: Music: Music Performance, Composition, Music Education, Musicology
    THEA: Theatre: Acting, Stage Management, Lighting Design, Theatre Arts`,
  ),
  college(
    'NH',
    'College of Nursing and Health Sciences',
    7,
    'BSN BS',
    'MSN DPT MS',
    `
    NURS: Nursing: Nursing, Nurse Midwifery, ~Hospital School of Nursing
    HLTH: Health Sciences: Health Science, Nutrition, Athletic Training
    REHA: Rehabilitation Sciences: Physical Therapy, Occupational Therapy, Speech-Language Pathology`,
  ),
  college(
    'PH',
    'School of Public Health',
    3,
    'BS',
    'MPH MPH DRPH',
    `
    EPID: Epidemiology: Epidemiology, Biostatistics
    GLOB: Global Health: Global Health, Maternal and Child Health
    HLPM: Health Law and Policy: Health Policy and Management, Environmental Health`,
  ),
  college(
    'LW',
    'School of Law',
    3,
    'BA',
    'JD JD JD LLM',
    `
    LAWS: Law: Law, Taxation Law, Banking and Financial Law, Intellectual Property Law
    LGST: Legal Studies: Legal Studies`,
  ),
  college(
    'GS',
    'School of General and Professional Studies',
    6,
    'BLS BS',
    'MS MA',
    `
    CRIM: Criminal Justice: Criminal Justice, Criminology
    HOSP: Hospitality: Hospitality Administration, Event Management
    INTD: Interdisciplinary Studies: Interdisciplinary Studies, Liberal Studies
    URBN: Urban Affairs: City Planning, Urban Affairs, Nonprofit Management
    SOWK: Social Work: Social Work, Clinical Social Work
    THEO: Theology: Theology, Religion, Divinity, ~Missionary Studies
    AGRI: Agriculture and Food: Food Systems, Agribusiness, ~Dairy Science, ~Poultry Husbandry
    LIBR: Library and Information: Library Science, Archives Management`,
  ),
]

function college(
  code: string,
  name: string,
  weight: number,
  bachelors: string,
  graduate: string,
  departments: string,
): College {
  return {
    code,
    name,
    weight,
    bachelors: bachelors.split(' '),
    graduate: graduate.split(' '),
    departments: departments.trim().split('\n').map(department),
  }
}

function department(line: string): Department {
  const [code = '', name = '', names = ''] = line.trim().split(': ')
  return {
    code,
    name,
    majors: names
      .split(', ')
      .map((text, at) => ({ code: `${code}${at + 1}0`, name: text.replace('~', ''), isActive: !text.startsWith('~') })),
  }
}

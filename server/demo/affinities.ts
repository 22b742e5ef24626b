export type Affinity = { code: string; name: string; category: string }

const names: Record<string, [prefix: string, names: string]> = {
  Athletics: [
    'ATH',
    "Men's Rowing; Women's Rowing; Baseball; Softball; Men's Basketball; Women's Basketball; Field Hockey; Football; Ice Hockey; Soccer; Swimming and Diving; Track and Field; Cheer Squad",
  ],
  'Campus Life': [
    'CAM',
    'Black Student Union; Chess Club; Debate Society; First-Generation Students; Latinx Student Alliance; Orientation Leaders; Outing Club; Pride Alliance; Resident Assistants; Student Government; The Daily Beacon; WBAY Radio; Model United Nations',
  ],
  Geographic: [
    'GEO',
    'Atlanta; Boston; Chicago; Greater China; London; Los Angeles; New York City; Pacific Northwest; Paris; San Juan; Toronto; Washington, D.C.; Zürich',
  ],
  'Greek Life': [
    'GRK',
    'Alpha Delta Phi; Alpha Kappa Alpha; Chi Omega; Delta Delta Delta; Delta Sigma Theta; Kappa Alpha Psi; Lambda Theta Phi; Omega Psi Phi; Sigma Chi; Zeta Tau Alpha',
  ],
  'Instrumental Ensembles': [
    'INS',
    'Brass Choir; Chamber Players; Concert Band; Jazz Lab; Marching Band; Pep Band; Percussion Ensemble; Symphony Orchestra; Wind Ensemble',
  ],
  'Post Graduation': [
    'PGR',
    'Clergy; Educators Network; Entrepreneurs; Lawyers in Government; Peace Corps; Physicians; Technology Leaders; Veterans; Women in Finance',
  ],
  'Spiritual Life': [
    'SPI',
    'Buddhist Fellowship; Campus Ministry; Hillel; Hindu Student Council; Interfaith Council; Muslim Student Association; Newman Center; Orthodox Christian Fellowship; Quaker Meeting',
  ],
  'Vocal Ensembles': [
    'VOC',
    "Chamber Chorus; Gospel Choir; Chapel Choir; Men's Glee Club; Opera Workshop; The Harbor Lights; The Treblemakers; Treble Chorus; Women's Glee Club",
  ],
}

/** The vocabulary of interests in its eight categories. */
export const affinities: Affinity[] = Object.entries(names).flatMap(([category, [prefix, list]]) =>
  list.split('; ').map((name, at) => ({ code: `${prefix}${String(at + 1).padStart(2, '0')}`, name, category })),
)

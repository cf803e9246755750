/** Programs that create a meeting and print a link to join it, with the account's own address in them. */

export const languages = ['curl', 'PHP', 'Python', 'JavaScript'] as const;
export type SampleLanguage = (typeof languages)[number];

/** The variable from which the samples take the secret. */
export const secretVariable = 'BBB_SECRET';

const curl = (url: string) => `#!/bin/sh
# ${secretVariable}=… sh meeting.sh
URL='${url}'

link() { # call query
  printf '%sapi/%s?%s&checksum=%s\\n' "$URL" "$1" "$2" \\
    "$(printf '%s' "$1$2$${secretVariable}" | openssl dgst -sha256 -r | cut -d' ' -f1)"
}

curl -sS "$(link create 'meetingID=first-call&name=First+call')"
echo
link join 'meetingID=first-call&fullName=Ada+Lovelace&role=MODERATOR'
`;

const php = (url: string) => `<?php
$url = '${url}';
$secret = getenv('${secretVariable}');

function signed(string $call, array $parameters): string {
    global $url, $secret;
    $query = http_build_query($parameters);
    return $url . 'api/' . $call . '?' . $query . '&checksum=' . hash('sha256', $call . $query . $secret);
}

echo file_get_contents(signed('create', ['meetingID' => 'first-call', 'name' => 'First call'])), PHP_EOL;
echo signed('join', ['meetingID' => 'first-call', 'fullName' => 'Ada Lovelace', 'role' => 'MODERATOR']), PHP_EOL;
`;

const python = (url: string) => `import hashlib
import os
from urllib.parse import urlencode
from urllib.request import urlopen

URL = "${url}"
SECRET = os.environ["${secretVariable}"]


def signed(call, **parameters):
    query = urlencode(parameters)
    checksum = hashlib.sha256((call + query + SECRET).encode()).hexdigest()
    return f"{URL}api/{call}?{query}&checksum={checksum}"


print(urlopen(signed("create", meetingID="first-call", name="First call")).read().decode())
print(signed("join", meetingID="first-call", fullName="Ada Lovelace", role="MODERATOR"))
`;

const javaScript = (url: string) => `import { createHash } from 'node:crypto';

const url = '${url}';
const secret = process.env.${secretVariable};

function signed(call, parameters) {
  const query = new URLSearchParams(parameters).toString();
  const checksum = createHash('sha256').update(call + query + secret).digest('hex');
  return \`\${url}api/\${call}?\${query}&checksum=\${checksum}\`;
}

const answer = await fetch(signed('create', { meetingID: 'first-call', name: 'First call' }));
console.log(await answer.text());
console.log(signed('join', { meetingID: 'first-call', fullName: 'Ada Lovelace', role: 'MODERATOR' }));
`;

const samples: Record<SampleLanguage, (url: string) => string> = { curl, PHP: php, Python: python, JavaScript: javaScript };

/** The program in that language; `url` is the account's address, which ends with `/bigbluebutton/`. */
export const sampleOf = (language: SampleLanguage, url: string): string => samples[language](url);

import { expect, test } from 'vitest';
import { claimNames } from './launch.rules.ts';
import { claimsOfKeyLaunch, keyLaunchIn, parametersIn, signatureBase, signatureKey } from './key-launch.rules.ts';

test('the example of RFC 5849 §3.4.1.1 has its base string', () => {
  const sent = [
    ['b5', '=%3D'],
    ['a3', 'a'],
    ['c@', ''],
    ['a2', 'r b'],
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
    ['oauth_signature', 'left out'],
    ['c2', ''],
    ['a3', '2 q'],
  ] as const;
  expect(signatureBase('http://example.com/request', sent)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  );
});

test('signs that addresses leave alone are encoded, too', () => {
  expect(signatureBase('http://example.com/', [['name', "O'Neil (a*b)!"]]).split('&')[2]).toBe(
    'name%3DO%2527Neil%2520%2528a%252Ab%2529%2521',
  );
  expect(signatureKey('a b&c')).toBe('a%20b%26c&');
});

const launch = {
  ...{ oauth_consumer_key: 'k', oauth_signature_method: 'HMAC-SHA1', oauth_timestamp: '100', oauth_nonce: 'n' },
  ...{ oauth_signature: 's', lti_message_type: 'basic-lti-launch-request', lti_version: 'LTI-1p0' },
  ...{ resource_link_id: 'r', user_id: 'u' },
};
const claimsOf = (more: Record<string, string>) => {
  const sent = parametersIn({ ...launch, ...more }, []) ?? [];
  const read = keyLaunchIn(sent);
  return 'refusal' in read ? read : claimsOfKeyLaunch(read, 'https://lms.example');
};

test.each([
  ['Instructor', ['membership#Instructor']],
  ['urn:lti:role:ims/lis/Learner,Mentor', ['membership#Learner', 'membership#Mentor']],
  ['urn:lti:role:ims/lis/TeachingAssistant', ['membership/Instructor#TeachingAssistant']],
  ['urn:lti:role:ims/lis/Instructor/GuestInstructor', ['membership/Instructor#GuestInstructor']],
  ['urn:lti:sysrole:ims/lis/SysAdmin', ['system/person#SysAdmin']],
  ['urn:lti:instrole:ims/lis/Student', ['institution/person#Student']],
  ['', []],
  [' , ', []],
])('the roles %j are those of LTI 1.3', (roles, expected) => {
  const read = claimsOf({ roles });
  if ('refusal' in read) throw new Error(read.refusal);
  expect(read.claims[claimNames.roles]).toEqual(expected.map((one) => `http://purl.imsglobal.org/vocab/lis/v2/${one}`));
});

test.each([
  [{ lti_message_type: 'ContentItemSelectionRequest' }, 'message_unsupported'],
  [{ lti_version: 'LTI-2p0' }, 'version_unsupported'],
  [{ user_id: ' ' }, 'claim_missing'],
  [{ resource_link_id: '' }, 'claim_missing'],
  [{ oauth_nonce: '' }, 'claim_missing'],
  [{ oauth_timestamp: 'yesterday' }, 'claim_missing'],
])('%j is refused', (more, refusal) => {
  expect(claimsOf(more)).toMatchObject({ refusal });
});

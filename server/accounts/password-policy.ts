/** Passwords that pass the length rule and are still among the first an attacker tries. */
const common = new Set(
  `0123456789 1234567890 12345678910 123456789a 1234512345 1231231234 0987654321 9876543210 1111111111 0000000000
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc zaq12wsxcde3 q1w2e3r4t5 qwertyuiop qwertyuiop123 qwerty1234 qwerty12345
  qwerty123456 asdfghjkl1 asdfghjkl123 1qazxsw23edc zxcvbnm123 poiuytrewq password12 password123 password1234
  password12345 password123456 password!1 password1! passwordpassword passw0rd123 p@ssw0rd123 mypassword
  mypassword1 mypassword123 yourpassword thepassword newpassword newpassword1 changeme12 changeme123 changemenow
  letmein123 letmein1234 letmeinnow welcome123 welcome1234 welcome12345 administrator administrator1 admin12345
  admin123456 adminadmin adminadmin1 superadmin1 rootroot12 testtest12 test123456 testpassword temppassword
  iloveyou12 iloveyou123 iloveyou1234 ilovemyself football123 baseball123 basketball basketball1 liverpool1
  sunshine123 princess123 princess1234 superman123 batman12345 dragon12345 monkey12345 michael123 jennifer123
  abcdefghij abcdefghijk abcdefg123 abcd123456 abc1234567 a123456789 aa12345678 trustno1trustno1 whatever123
  starwars123 computer123 internet123 chocolate1 elizabeth1 alexander1 christopher victoria123 manchester
  manchester1 correcthorsebatterystaple secret12345 supersecret supersecret1 company123 clickledger clickledger1
  clickledger123 demo123456 demodemodemo summer2024 summer2025 summer2026 winter2024 winter2025 winter2026`.split(
    /\s+/,
  ),
);

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Why this password may not be chosen, as a sentence for the person; null when it may. */
export function passwordWeakness(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < 10) return 'Use at least 10 characters.';
  if (length > 256) return 'Use at most 256 characters.';
  const address = plain(email);
  const entered = plain(password);
  if (entered === address || entered === address.split('@')[0]) {
    return 'Choose something other than your e-mail address.';
  }
  if (common.has(entered) || new Set(entered).size < 3) {
    return 'This password is too common. Choose another.';
  }
  return null;
}

/**
 * Words and key runs that most guessed passwords are made of, the most common first. The estimate also tries them reversed, with capitals,
 * digits for letters, and more around them, so this is a list of stems and not of every password.
 */
const words = `
password passwort passw0rd contraseña contrasena motdepasse senha parola sifre şifre kennwort qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop
asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc 1q2w3e4r 1qaz2wsx q1w2e3r4 zaq12wsx 1234qwer qwer1234 asdf1234 abc abcd abcdef abcdefgh abc123 a1b2c3
123 1234 12345 123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 54321 4321 321 111111 000000 121212 123123 112233 696969 159753 147258369 123321 666666 888888 777777 999999 555555 131313
admin administrator root user guest test tester testing demo login default master system server service support manager operator changeme change secret geheim secreto private access pass word welcome willkommen bienvenue bienvenido welcome1 letmein open sesame opensesame hello hallo hola bonjour salut ciao namaste marhaba salam
iloveyou ilove love lovely loveme liebe schatz amor teamo jetaime sweetheart darling honey baby babygirl princess prinzessin princesa prince queen king angel angels sunshine sonne sonnenschein soleil moonlight star stars starlight rainbow flower flowers butterfly
monkey dragon tiger lion eagle falcon hawk wolf bear panther dolphin horse pony kitty kitten cat puppy dog doggy bulldog rabbit bunny turtle snake spider chicken fish shark mouse maus hund katze drache
football fussball soccer baseball basketball hockey tennis golf rugby cricket volleyball soccer1 liverpool chelsea arsenal manchester barcelona realmadrid juventus bayern dortmund schalke galatasaray fenerbahce besiktas flamengo corinthians
batman superman spiderman ironman pokemon pikachu naruto starwars skywalker yoda startrek matrix hunter ranger shadow ninja samurai warrior killer phantom ghost zombie wizard merlin gandalf hobbit harrypotter minecraft fortnite roblox mario zelda
michael jennifer jessica ashley michelle daniel andrew joshua matthew thomas robert george charlie jordan harley nicole amanda samantha stephanie elizabeth patrick maggie buster hannah ginger pepper cookie chocolate cheese banana orange apple cherry peanut coffee pizza summer sommer winter spring autumn herbst
january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday montag freitag sonntag
berlin hamburg muenchen paris london madrid roma milano moscow moskva istanbul ankara tokyo beijing shanghai delhi mumbai jakarta karachi lahore cairo lisboa brasil mexico america canada germany deutschland france england russia china india indonesia pakistan turkey turkiye japan
freedom peace money dollar lucky happy forever family mother father mama papa sister brother friend friends best super cool sexy hottie hot fuck fuckyou fuckoff shit asshole bitch pussy
computer internet google facebook instagram youtube twitter microsoft windows apple samsung nokia android linux ubuntu laptop mobile phone samsung1 office excel mercedes ferrari porsche mustang corvette camaro toyota honda yamaha kawasaki suzuki
school schule student teacher lehrer classroom university college lesson learning meeting meetings conference video room rooms webinar bigbluebutton bbb zoom teams company office work business house home garden jesus christ god allah bismillah muhammad krishna ganesh
trustno1 whatever nothing something anything someone nobody everybody blink182 metallica nirvana eminem beatles music guitar piano dancer dance rock rockyou cheer magic crystal diamond silver golden gold black white blue green yellow purple pink
qwe123 qweasd qweasdzxc asdqwe poiuytrewq lkjhgfdsa mnbvcxz 1a2b3c4d aaaaaa aaaaaaaa xxxxxx zzzzzz samsung123 p@ssw0rd p@ssword passphrase correcthorsebatterystaple correct horse battery staple
пароль йцукен йцукенг привет любовь солнышко qwertyy 密码 パスワード`;

export const commonPasswords: readonly string[] = [...new Set(words.split(/\s+/).filter((word) => word.length > 2))];

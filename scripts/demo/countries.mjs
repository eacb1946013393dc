// Where people of the demo come from. Names are faker's; what it makes up badly, or takes from other countries, is here:
// places, postal codes and phone numbers (`#` is any digit, `*` one from 1 to 9), and endings of women's surnames.
import { Faker } from '@faker-js/faker';
import { faker as de } from '@faker-js/faker/locale/de';
import { faker as el } from '@faker-js/faker/locale/el';
import { faker as enNG } from '@faker-js/faker/locale/en_NG';
import { faker as es } from '@faker-js/faker/locale/es';
import { faker as fi } from '@faker-js/faker/locale/fi';
import { faker as fr } from '@faker-js/faker/locale/fr';
import { faker as he } from '@faker-js/faker/locale/he';
import { faker as idID } from '@faker-js/faker/locale/id_ID';
import { faker as ja } from '@faker-js/faker/locale/ja';
import { faker as ko } from '@faker-js/faker/locale/ko';
import { faker as pl } from '@faker-js/faker/locale/pl';
import { faker as ptBR } from '@faker-js/faker/locale/pt_BR';
import { faker as sv } from '@faker-js/faker/locale/sv';
import { faker as th } from '@faker-js/faker/locale/th';
import { faker as tr } from '@faker-js/faker/locale/tr';
import { faker as uk } from '@faker-js/faker/locale/uk';
import { faker as vi } from '@faker-js/faker/locale/vi';
import { faker as zhCN } from '@faker-js/faker/locale/zh_CN';

const words = (text) => text.split(' ');

/** @param names of women, of men and of families */
const fakerOf = (female, male, families) => {
  const first_name = { female: words(female), male: words(male) };
  return new Faker({ locale: { person: { first_name, last_name: { generic: words(families) } } } });
};

/** faker has no Hindi, and its Arabic does not tell women's names from men's. */
const hi = fakerOf(
  'प्रिया अंजलि सुनीता कविता पूजा मीरा लक्ष्मी अनीता नेहा राधा सीता रेखा दीपा आशा',
  'राहुल अमित विजय संजय राजेश अर्जुन सुरेश अनिल मोहन रवि दीपक विकास मनोज अशोक',
  'शर्मा वर्मा गुप्ता सिंह यादव पटेल मिश्रा जोशी चौहान अग्रवाल तिवारी पांडे त्रिपाठी मेहता',
);
const ar = fakerOf(
  'فاطمة مريم نور سارة هدى ليلى سلمى أمل رانيا منى ياسمين زينب عائشة دينا',
  'محمد أحمد محمود علي حسن حسين عمر خالد يوسف إبراهيم مصطفى كريم طارق سامي',
  'المصري الشافعي منصور سليمان عبدالله الشريف رمضان فؤاد حجازي النجار البنا صالح عثمان شاهين',
);

/** Polish and Ukrainian adjectives, and Greek names, which stand in the genitive. */
const polish = (name) => name.replace(/(ck|sk|dzk)i$/, '$1a');
const greek = (name) =>
  name
    .replace(/όπουλος$/, 'οπούλου')
    .replace(/ος$/, 'ου')
    .replace(/ός$/, 'ού')
    .replace(/ης$/, 'η')
    .replace(/ής$/, 'ή')
    .replace(/ας$/, 'α')
    .replace(/άς$/, 'ά');

/**
 * `latin`: whether names are in Latin letters; `streets`: those that there are, if not faker's; `line`: of an address, if not
 * `{street} {number}`; `oneName`: share of people with one name; `cities`: city, region and postal code.
 */
// biome-ignore format: a table
export const COUNTRIES = [
  { faker: sv, country: 'Sverige', code: 'SE', weight: 5, latin: true, phones: ['+46 70 *## ## ##', '+46 73 *## ## ##'],
    cities: [['Stockholm', 'Stockholms län', '11# ##'], ['Uppsala', 'Uppsala län', '75# ##'], ['Göteborg', 'Västra Götalands län', '41# ##'], ['Malmö', 'Skåne län', '21# ##'], ['Umeå', 'Västerbottens län', '90# ##']] },
  { faker: fi, country: 'Suomi', code: 'FI', weight: 2, latin: true, phones: ['+358 40 ### ####', '+358 50 ### ####'],
    cities: [['Helsinki', 'Uusimaa', '00##0'], ['Tampere', 'Pirkanmaa', '33##0'], ['Turku', 'Varsinais-Suomi', '20##0']] },
  { faker: de, country: 'Deutschland', code: 'DE', weight: 2, latin: true, phones: ['+49 151 ########', '+49 30 #######'],
    cities: [['Berlin', 'Berlin', '10###'], ['Köln', 'Nordrhein-Westfalen', '50###'], ['München', 'Bayern', '80###'], ['Dresden', 'Sachsen', '01###']] },
  { faker: fr, country: 'France', code: 'FR', weight: 2, latin: true, phones: ['+33 6 ## ## ## ##', '+33 7 5# ## ## ##'], line: '{number} {street}',
    cities: [['Lyon', 'Auvergne-Rhône-Alpes', '6900#'], ['Nantes', 'Pays de la Loire', '44#00'], ['Lille', 'Hauts-de-France', '59#00'], ['Marseille', "Provence-Alpes-Côte d'Azur", '1300#']] },
  { faker: es, country: 'España', code: 'ES', weight: 2, latin: true, phones: ['+34 6## ### ###'],
    cities: [['Madrid', 'Comunidad de Madrid', '280##'], ['Sevilla', 'Andalucía', '410##'], ['Valencia', 'Comunitat Valenciana', '460##']] },
  { faker: pl, country: 'Polska', code: 'PL', weight: 2, latin: true, phones: ['+48 50# ### ###', '+48 60# ### ###'], feminine: polish,
    cities: [['Warszawa', 'mazowieckie', '0#-###'], ['Kraków', 'małopolskie', '3#-###'], ['Gdańsk', 'pomorskie', '80-###'], ['Łódź', 'łódzkie', '9#-###']] },
  { faker: ptBR, country: 'Brasil', code: 'BR', weight: 2, latin: true, phones: ['+55 11 9####-####', '+55 21 9####-####'], line: '{street}, {number}',
    cities: [['São Paulo', 'SP', '01###-0##'], ['Rio de Janeiro', 'RJ', '20###-0##'], ['Salvador', 'BA', '40###-0##']] },
  { faker: tr, country: 'Türkiye', code: 'TR', weight: 2, latin: true, phones: ['+90 53# ### ## ##', '+90 54# ### ## ##'],
    cities: [['İstanbul', 'İstanbul', '34###'], ['Ankara', 'Ankara', '06###'], ['İzmir', 'İzmir', '35###']] },
  { faker: vi, country: 'Việt Nam', code: 'VN', weight: 2, latin: true, phones: ['+84 90 ### ## ##', '+84 98 ### ## ##'],
    streets: ['Lê Lợi', 'Nguyễn Huệ', 'Trần Hưng Đạo', 'Hai Bà Trưng', 'Lý Thường Kiệt'], line: '{number} {street}',
    cities: [['Hà Nội', 'Hà Nội', '10####'], ['Đà Nẵng', 'Đà Nẵng', '55####'], ['Huế', 'Thừa Thiên Huế', '49####']] },
  { faker: enNG, country: 'Nigeria', code: 'NG', weight: 2, latin: true, phones: ['+234 803 ### ####', '+234 706 ### ####'],
    streets: ['Awolowo Road', 'Broad Street', 'Allen Avenue', 'Ahmadu Bello Way'], line: '{number} {street}',
    cities: [['Lagos', 'Lagos', '10####'], ['Ibadan', 'Oyo', '20####'], ['Kano', 'Kano', '70####'], ['Abuja', 'FCT', '90####']] },
  { faker: idID, country: 'Indonesia', code: 'ID', weight: 1, latin: true, oneName: 0.4, phones: ['+62 812-####-####'],
    streets: ['Jalan Diponegoro', 'Jalan Sudirman', 'Jalan Merdeka'],
    cities: [['Surabaya', 'Jawa Timur', '60###'], ['Bandung', 'Jawa Barat', '40###'], ['Yogyakarta', 'DI Yogyakarta', '55###']] },
  { faker: ar, country: 'مصر', code: 'EG', weight: 3, phones: ['+20 10 #### ####', '+20 12 #### ####'],
    streets: ['شارع النيل', 'شارع التحرير', 'شارع الجمهورية', 'شارع سعد زغلول'], line: '{number} {street}',
    cities: [['القاهرة', 'القاهرة', '11###'], ['الإسكندرية', 'الإسكندرية', '21###'], ['أسوان', 'أسوان', '81###']] },
  { faker: hi, country: 'भारत', code: 'IN', weight: 3, phones: ['+91 98### #####', '+91 99### #####'],
    streets: ['महात्मा गांधी मार्ग', 'नेहरू मार्ग', 'स्टेशन रोड', 'गांधी नगर'], line: '{number}, {street}',
    cities: [['नई दिल्ली', 'दिल्ली', '1100##'], ['जयपुर', 'राजस्थान', '3020##'], ['लखनऊ', 'उत्तर प्रदेश', '2260##'], ['भोपाल', 'मध्य प्रदेश', '4620##']] },
  { faker: zhCN, country: '中国', code: 'CN', weight: 2, phones: ['+86 138 #### ####', '+86 159 #### ####'],
    streets: ['人民路', '解放路', '中山路', '建设路'], line: '{street}{number}号',
    cities: [['北京市', '北京市', '1000##'], ['上海市', '上海市', '2000##'], ['成都市', '四川省', '6100##']] },
  { faker: ja, country: '日本', code: 'JP', weight: 2, phones: ['+81 90-####-####', '+81 80-####-####'], line: '{street}',
    cities: [['札幌市', '北海道', '060-####'], ['京都市', '京都府', '600-####'], ['横浜市', '神奈川県', '220-####']] },
  { faker: ko, country: '대한민국', code: 'KR', weight: 2, phones: ['+82 10-####-####'],
    streets: ['세종대로', '중앙로', '테헤란로', '해운대로'],
    cities: [['서울특별시', '서울특별시', '04###'], ['부산광역시', '부산광역시', '48###'], ['대구광역시', '대구광역시', '41###']] },
  { faker: el, country: 'Ελλάδα', code: 'GR', weight: 2, phones: ['+30 69# ### ####'], feminine: greek,
    cities: [['Αθήνα', 'Αττική', '10# ##'], ['Θεσσαλονίκη', 'Κεντρική Μακεδονία', '54# ##'], ['Πάτρα', 'Δυτική Ελλάδα', '26# ##']] },
  { faker: uk, country: 'Україна', code: 'UA', weight: 2, phones: ['+380 67 ### ## ##', '+380 50 ### ## ##'],
    cities: [['Київ', 'Київ', '01###'], ['Львів', 'Львівська область', '79###'], ['Одеса', 'Одеська область', '65###']] },
  { faker: th, country: 'ประเทศไทย', code: 'TH', weight: 1, phones: ['+66 81 ### ####', '+66 89 ### ####'],
    streets: ['ถนนสุขุมวิท', 'ถนนพระราม 4', 'ถนนราชดำเนิน'], line: '{number} {street}',
    cities: [['กรุงเทพมหานคร', 'กรุงเทพมหานคร', '10##0'], ['เชียงใหม่', 'เชียงใหม่', '50##0']] },
  { faker: he, country: 'ישראל', code: 'IL', weight: 1, phones: ['+972 50-###-####', '+972 54-###-####'],
    streets: ['רחוב הרצל', 'רחוב בן יהודה', "רחוב ז'בוטינסקי"],
    cities: [['חיפה', 'חיפה', '31#####'], ['ירושלים', 'ירושלים', '91#####']] },
];

/** What people ask for most and is no subject of ours, in the twelve languages: the library names much of it otherwise, and some of it not at all. */
import { LANGUAGE_CODES, type LanguageCode } from './language.ts';

/** In the order of the codes; forms of one word with a stroke between. */
const THINGS: Record<string, string> = {
  suitcase:
    'koffer, valise, maleta, , valigia, koffer, walizka|walizką, чемодан|чемоданом, валіза|валізою, 行李箱, スーツケース, 여행가방',
  library:
    'bibliothek|bücherei, bibliothèque, biblioteca, biblioteca, biblioteca, bibliotheek, biblioteka|bibliotece, библиотека|библиотеке, бібліотека|бібліотеці, 图书馆, 図書館, 도서관|도서관에서',
  classroom: 'klassenzimmer, salle de classe, , sala de aula, , klaslokaal, , , , 教室, 教室, 교실|교실에서',
  'railway station':
    'bahnhof, gare, estación de tren, estação de trem, stazione, , dworzec|dworcu, вокзал|вокзале, вокзал|вокзалі, 火车站|车站, 駅, 기차역|기차역에서',
  airport:
    'flughafen, aéroport, aeropuerto, aeroporto, aeroporto, luchthaven|vliegveld, lotnisko|lotnisku, аэропорт|аэропорту, аеропорт|аеропорту, 机场, 空港, 공항|공항에서',
  farm: 'bauernhof, ferme, granja, fazenda, fattoria, boerderij, farma|farmie, ферма|ферме, ферма|фермі, 农场, 農場|牧場, 농장|농장에서',
  museum:
    'museum, musée, museo, museu, museo, museum, muzeum, музей|музее, музей|музеї, 博物馆, 博物館|美術館, 박물관|미술관',
  playground:
    'spielplatz, aire de jeux, parque infantil, parquinho, parco giochi, speeltuin, plac zabaw|placu zabaw, детская площадка|детской площадке, дитячий майданчик|дитячому майданчику, 游乐场, 遊び場, 놀이터|놀이터에서',
  windowsill:
    'fensterbank|fensterbrett, rebord de la fenêtre|rebord de fenêtre, alféizar, peitoril, davanzale, vensterbank, parapet|parapecie, подоконник|подоконнике, підвіконня|підвіконні, 窗台, 窓辺|窓際, 창가|창가에',
  'man and woman and child': ', , , , , , , , , 一家人, 家族, 가족|가족이',
  honey:
    'honig, miel, miel, mel, miele, honing, miód|miodu|miodem, мёд|мед|меда, мед|меду, 蜂蜜, 蜂蜜|はちみつ|ハチミツ, 꿀',
  children:
    'kinder|kindern, enfants, niños, crianças, bambini, kinderen, dzieci, дети|детей, діти|дітей, 孩子们|小朋友们, 子供たち|子どもたち|子供達, 아이들',
  'kicking a soccer ball':
    'spielt fußball|spielen fußball|spielend fußball, joue au foot|joue au football|jouent au foot|jouent au football|jouant au football, jugando al fútbol|juega al fútbol|juegan al fútbol, jogando futebol|joga futebol|jogam futebol|jogando bola, gioca a calcio|giocano a calcio|giocando a calcio, voetbalt|voetballen, gra w piłkę|grają w piłkę|gra w piłkę nożną|grają w piłkę nożną, играет в футбол|играют в футбол, грає у футбол|грають у футбол|грає в футбол, 踢足球|踢球, サッカーをする|サッカーをしている|サッカーをして, 축구를 하는|축구하는|축구를 한다',
  'man and woman':
    'ehepaar|liebespaar|pärchen, couple, pareja, casal, coppia, stel|koppel, para zakochanych, влюблённая пара|влюбленная пара, закохана пара, 情侣|夫妇|夫妻, カップル|夫婦, 커플|부부|연인',
  venice:
    'venedig, venise, venecia, veneza, venezia, venetië, wenecja|wenecji, венеция|венеции, венеція|венеції, 威尼斯, ベネチア|ヴェネツィア, 베네치아',
  toucan: 'tukan, toucan, tucán, tucano, tucano, toekan, tukan, тукан, тукан, 巨嘴鸟, オオハシ, 큰부리새|투칸',
  stork: 'storch, cigogne, cigüeña, cegonha, cicogna, ooievaar, bocian, аист, лелека, 鹳, コウノトリ, 황새',
  pigeon: ', , , pombo|pombos, piccione|piccioni, , , , , , 鳩|ハト, ',
  macaw: ', , guacamayo, arara, ara, , , , , 金刚鹦鹉, コンゴウインコ, ',
  jaguar: ', , , onça|onça pintada, giaguaro, , , ягуар, ягуар, 美洲豹, ジャガー, 재규어',
  capybara:
    'wasserschwein, , capibara|carpincho, capivara, capibara, capibara, kapibara, капибара, капібара, 水豚, カピバラ, 카피바라',
  alligator: ', , , jacaré, , , , , , , , ',
  ball: "ball, balle, pelota, bola, palla, bal, piłka, мяч, м'яч, 皮球|球, ボール, 공",
  dress: ', , , , , , , , , 裙子|连衣裙, ドレス, 드레스',
  ant: ', , , , , , , , , , 蟻|アリ, ',
  grapes: 'traube|trauben, , , , , druif|druiven, winogrono|winogron, , , , , ',
  tangerine:
    'eine orange|orangen, une orange, una naranja|naranjas, uma laranja|laranjas, arancia|arance, sinaasappel|sinaasappels, pomarańcza|pomarańcze, апельсин|апельсины, апельсин, 橙子|橘子, オレンジ|みかん, 오렌지|귤',
  vase: 'vase, vase, florero|jarrón, vaso de flores, vaso, vaas, wazon|wazonie, ваза|вазе, ваза|вазі, 花瓶, 花瓶, 꽃병',
  cave: 'höhle, grotte, cueva, caverna|gruta, grotta|caverna, grot, jaskinia|jaskini, пещера|пещере, печера|печері, 洞穴|山洞, 洞窟, 동굴',
  swing:
    'schaukel, balançoire, columpio, balanço, altalena, schommel, huśtawka|huśtawce, качели|качелях, гойдалка|гойдалці, 秋千, ブランコ, 그네',
  scarf:
    'schal, écharpe|foulard, bufanda, cachecol, sciarpa, sjaal, szalik|szaliku|szalikiem, шарф|шарфом, шарф|шарфом, 围巾, マフラー, 목도리',
  bench:
    'bank|parkbank, banc, banco, banco de jardim, panchina, bankje, ławka|ławce, скамейка|скамейке, лавка|лавці, 长椅, ベンチ, 벤치',
  'old woman':
    'alte dame, vieille dame, anciana, idosa, vecchia signora|anziana, oude dame, staruszka, старушка, , 老奶奶, 老婆, ',
  tea: 'tee, thé, té, chá, tè, thee, herbata|herbaty, чай|чая|чаю, чай|чаю, 茶, お茶, ',
  love: 'liebe, amour, amor, amor, amore, liefde, miłość, любовь, кохання, 爱情, 愛, 사랑',
  freedom: 'freiheit, liberté, libertad, liberdade, libertà, vrijheid, wolność, свобода, свобода, 自由, 自由, 자유',
  hope: 'hoffnung, espoir, esperanza, esperança, speranza, hoop, nadzieja, надежда, надія, 希望, 希望, 희망',
  loneliness:
    'einsamkeit, solitude, soledad, solidão, solitudine, eenzaamheid, samotność, одиночество, самотність, 孤独, 孤独, 외로움',
  happiness: 'glück, bonheur, felicidad, felicidade, felicità, geluk, szczęście, счастье, щастя, 幸福, 幸せ, 행복',
  fear: 'angst, peur, miedo, medo, paura, angst, strach, страх, страх, 恐惧, 恐怖, 두려움',
  squirrel:
    'eichhörnchen, écureuil, ardilla, esquilo, scoiattolo, eekhoorn, wiewiórka, белка, білка, 松鼠, リス, 다람쥐',
  tractor:
    'traktor, tracteur, tractor, trator, trattore, tractor, traktor, трактор, трактор, 拖拉机, トラクター, 트랙터',
  branch: 'ast|zweig, branche, rama, galho|ramo, ramo, tak, gałąź, ветка|ветке, гілка|гілці, 树枝, 枝, 나뭇가지',
  hill: 'hügel, colline, colina, colina, collina, heuvel, wzgórze, холм, пагорб, 山丘, 丘, 언덕',
  truck:
    'lastwagen|lkw, camion, camión, caminhão, camion, vrachtwagen, ciężarówka, грузовик, вантажівка, 卡车, トラック, 트럭',
  church: 'kirche, église, iglesia, igreja, chiesa, kerk, kościół, церковь, церква, 教堂, 教会, 교회',
  box: 'kiste|karton|schachtel, boîte|carton, caja, caixa, scatola, doos, pudełko|pudełku, коробка|коробке, коробка|коробці, 箱子|盒子, 箱, 상자',
  fireplace:
    'kamin, cheminée, chimenea, lareira, camino|caminetto, haard|open haard, kominek|kominku|kominkiem, камин|камина|камине|камином, камін|каміна|каміні|каміном, 壁炉, 暖炉, 벽난로',
  chair: 'stuhl, chaise, silla, cadeira, sedia, stoel, krzesło|krześle, стул, стілець, 椅子, 椅子, 의자',
  sofa: 'sofa|couch, canapé, sofá, sofá, divano, bank, kanapa|sofa, диван, диван, 沙发, ソファ, 소파',
  clock: 'uhr, horloge, reloj, relógio, orologio, klok, zegar, часы, годинник, 时钟, 時計, 시계',
  kite: 'flugdrachen|papierdrachen, cerf volant, cometa, pipa, aquilone, vlieger, latawiec, воздушный змей, повітряний змій, 风筝, 凧, 연',
  king: 'könig, roi, rey, rei, re, koning, król, король, король, 国王, 王様, 왕',
  queen: 'königin, reine, reina, rainha, regina, koningin, królowa, королева, королева, 女王, 女王, 여왕',
  knight: 'ritter, chevalier, caballero, cavaleiro, cavaliere, ridder, rycerz, рыцарь, лицар, 骑士, 騎士, 기사',
  witch: 'hexe, sorcière, bruja, bruxa, strega, heks, czarownica, ведьма, відьма, 女巫, 魔女, 마녀',
  wizard:
    'zauberer, sorcier|magicien, mago, mago, mago, tovenaar, czarodziej, волшебник, чарівник, 巫师, 魔法使い, 마법사',
  pirate: 'pirat, pirate, pirata, pirata, pirata, piraat, pirat, пират, пірат, 海盗, 海賊, 해적',
  fairy: 'fee, fée, hada, fada, fata, fee, wróżka, фея, фея, 仙女, 妖精, 요정',
  doctor: 'arzt, médecin|docteur, médico, médico, medico|dottore, dokter|arts, lekarz, врач, лікар, 医生, 医者, 의사',
  teacher:
    'lehrer, professeur|maître, profesor|maestro, professor, insegnante, leraar, nauczyciel, учитель, вчитель, 老师, 先生, 선생님',
  farmer:
    'bauer, fermier|agriculteur, granjero|agricultor, fazendeiro|agricultor, contadino|agricoltore, boer, rolnik, фермер, фермер, 农民, 農家, 농부',
  cook: 'koch, cuisinier, cocinero, cozinheiro, cuoco, kok, kucharz, повар, кухар, 厨师, 料理人, 요리사',
  policeman:
    'polizist, policier, policía, policial, poliziotto, politieagent, policjant, полицейский, поліцейський, 警察, 警官, 경찰',
  firefighter:
    'feuerwehrmann, pompier, bombero, bombeiro, pompiere, brandweerman, strażak, пожарный, пожежник, 消防员, 消防士, 소방관',
  fisherman: 'fischer|angler, pêcheur, pescador, pescador, pescatore, visser, rybak, рыбак, рибалка, 渔夫, 漁師, 어부',
  ballerina:
    'ballerina|tänzerin, danseuse|ballerine, bailarina, bailarina, ballerina, ballerina|danseres, baletnica, балерина, балерина, 芭蕾舞者, バレリーナ, 발레리나',
  chicken: 'huhn, poule, gallina|pollo, galinha, gallina, kip, kura, курица, курка, 鸡, 鶏, 닭',
  duck: 'ente, canard, pato, pato, anatra, eend, kaczka, утка, качка, 鸭子, アヒル, 오리',
  eagle: 'adler, aigle, águila, águia, aquila, adelaar, orzeł, орёл|орел, орел, 老鹰, 鷲, 독수리',
  hedgehog: 'igel, hérisson, erizo, ouriço, riccio, egel, jeż, ёж|ёжик, їжак, 刺猬, ハリネズミ, 고슴도치',
  waterfall: 'wasserfall, cascade, cascada, cachoeira, cascata, waterval, wodospad, водопад, водоспад, 瀑布, 滝, 폭포',
  island: 'insel, île, isla, ilha, isola, eiland, wyspa, остров, острів, 岛, 島, 섬',
  bread: 'brot, pain, pan, pão, pane, brood, chleb, хлеб, хліб, 面包, パン, 빵',
  grandmother: 'oma|großmutter, grand mère, abuela, avó, nonna, oma, babcia, бабушка, бабуся, 奶奶, おばあさん, 할머니',
  bamboo: 'bambus, bambou, bambú, bambu, bambù, bamboe, bambus, бамбук, бамбук, 竹子, 竹, 대나무',
  mountain: 'berg, montagne, montaña, montanha, montagna, berg, góra, гора, гора, 山, 山, 산',
  pig: 'schwein, cochon, cerdo, porco, maiale, varken, świnia, свинья, свиня, 猪, 豚, 돼지',
  goat: 'ziege, chèvre, cabra, cabra, capra, geit, koza, коза, коза, 山羊, ヤギ, 염소',
  mouse: 'maus, souris, ratón, rato, topo, muis, mysz, мышь, миша, 老鼠, ネズミ, 쥐',
  monkey: 'affe, singe, mono, macaco, scimmia, aap, małpa, обезьяна, мавпа, 猴子, 猿|サル, 원숭이',
  camel: 'kamel, chameau, camello, camelo, cammello, kameel, wielbłąd, верблюд, верблюд, 骆驼, ラクダ, 낙타',
  snake: 'schlange, serpent, serpiente, cobra, serpente, slang, wąż, змея, змія, 蛇, 蛇, 뱀',
  parrot: 'papagei, perroquet, loro, papagaio, pappagallo, papegaai, papuga, попугай, папуга, 鹦鹉, オウム, 앵무새',
  bee: 'biene, abeille, abeja, abelha, ape, honingbij|een bij|de bij|bijen, pszczoła, пчела, бджола, 蜜蜂, 蜂, 벌',
  spider: 'spinne, araignée, araña, aranha, ragno, spin, pająk, паук, павук, 蜘蛛, 蜘蛛|クモ, 거미',
  octopus:
    'krake|tintenfisch, pieuvre, pulpo, polvo, polpo, octopus|inktvis, ośmiornica, осьминог, восьминіг, 章鱼, タコ, 문어',
  crab: 'krabbe, crabe, cangrejo, caranguejo, granchio, krab, krab, краб, краб, 螃蟹, カニ, 게',
  cheese: 'käse, fromage, queso, queijo, formaggio, kaas, ser, сыр, сир, 奶酪, チーズ, 치즈',
  soup: 'suppe, , , , , soep, zupa, суп, суп, 汤, スープ, 수프',
  egg: 'ei, œuf, huevo, ovo, uovo, ei, jajko, яйцо, яйце, 鸡蛋, 卵, 달걀',
  pumpkin: 'kürbis, citrouille, calabaza, abóbora, zucca, pompoen, dynia, тыква, гарбуз, 南瓜, カボチャ, 호박',
  volcano: 'vulkan, volcan, volcán, vulcão, vulcano, vulkaan, wulkan, вулкан, вулкан, 火山, 火山, 화산',
  violin:
    'geige|violine, violon, violín, violino, violino, viool, skrzypce, скрипка, скрипка, 小提琴, バイオリン, 바이올린',
  piano:
    'klavier, piano, piano, piano, pianoforte, piano, fortepian|pianino, пианино|рояль, піаніно, 钢琴, ピアノ, 피아노',
  hat: 'hut, chapeau, sombrero, chapéu, cappello, hoed, kapelusz, шляпа, капелюх, 帽子, 帽子, 모자',
  ghost:
    'gespenst|geist, fantôme, fantasma, fantasma, fantasma, spook, duch, призрак|привидение, привид, 幽灵, 幽霊, 유령',
  mermaid: 'meerjungfrau, sirène, sirena, sereia, sirena, zeemeermin, syrena, русалка, русалка, 美人鱼, 人魚, 인어',
  clown: 'clown, clown, payaso, palhaço, pagliaccio, clown, klaun, клоун, клоун, 小丑, ピエロ, 광대',
  angel: 'engel, ange, ángel, anjo, angelo, engel, anioł, ангел, ангел, 天使, 天使, 천사',
  baby: 'baby, bébé, bebé, bebê, neonato|bambino, baby, niemowlę|dziecko, младенец|малыш, немовля, 婴儿, 赤ちゃん, 아기',
  grandfather:
    'opa|großvater, grand père, abuelo, avô, nonno, opa, dziadek, дедушка, дідусь, 爷爷, おじいさん, 할아버지',
  soldier: 'soldat, soldat, soldado, soldado, soldato, soldaat, żołnierz, солдат, солдат, 士兵, 兵士, 군인',
  nurse:
    'krankenschwester, infirmière, enfermera, enfermeira, infermiera, verpleegster, pielęgniarka, медсестра, медсестра, 护士, 看護師, 간호사',
  painter: 'maler, peintre, pintor, pintor, pittore, schilder, malarz, художник, художник, 画家, 画家, 화가',
  bus: 'bus, bus|autobus, autobús, ônibus, autobus, bus, autobus, автобус, автобус, 公交车|巴士|公共汽车, バス, 버스',
  helicopter:
    'hubschrauber, hélicoptère, helicóptero, helicóptero, elicottero, helikopter, helikopter, вертолёт|вертолет, вертоліт|гелікоптер, 直升机, ヘリコプター, 헬리콥터',
  submarine:
    'u boot, sous marin, submarino, submarino, sottomarino, onderzeeër, łódź podwodna, подводная лодка, підводний човен, 潜水艇, 潜水艦, 잠수함',
  lamp: 'lampe, lampe, lámpara, lâmpada|luminária, lampada, lamp, lampa, лампа, лампа, 台灯, ランプ, 램프',
  bed: 'bett, lit, cama, cama, letto, bed, łóżko, кровать, ліжко, 床, ベッド, 침대',
  door: 'tür, porte|une porte|la porte, puerta, porta, porta, deur, drzwi, дверь, двері, , ドア, 문',
  window: 'fenster, fenêtre, ventana, janela, finestra, raam, okno, окно, вікно, 窗户, 窓, 창문',
  telephone:
    'telefon, téléphone, teléfono, telefone, telefono, telefoon, telefon, телефон, телефон, 电话, 電話, 전화기',
  camera:
    'kamera, appareil photo, cámara, câmera, macchina fotografica, camera, aparat, фотоаппарат|камера, камера, 照相机, カメラ, 카메라',
  dinosaur:
    'dinosaurier, dinosaure, dinosaurio, dinossauro, dinosauro, dinosaurus, dinozaur, динозавр, динозавр, 恐龙, 恐竜, 공룡',
  baker:
    'bäcker, boulanger, panadero, padeiro, panettiere|fornaio, bakker, piekarz, пекарь, пекар, 面包师, パン屋, 제빵사',
  fishing:
    'angelt|angeln, pêche, pescando, pescando, pescando, vissen|aan het vissen, łowi ryby, рыбачит|ловит рыбу, рибалить|ловить рибу, 钓鱼, 釣り|釣りをする, 낚시|낚시하는',
  roof: 'dach, toit, tejado|techo, telhado, tetto, dak, dach, крыша|крыше, дах|даху, 屋顶, 屋根, 지붕',
  'old man':
    'alter mann, vieil homme, anciano, idoso, anziano, oude man, staruszek, старичок|дед|старик, дід|старий, 老人|老爷爷, 老人|お爺さん, 노인',
  market: 'markt, marché, mercado, mercado, mercato, markt, targ, рынок|рынке, ринок|ринку, 市场, 市場, 시장',
  sliding: 'rutscht, glisse, desliza, desliza, scivola, glijdt, ślizga się, скользит, ковзає, 滑行, 滑る, 미끄러지는',
  singing: 'singt, chante, canta, canta, canta, zingt, śpiewa, поёт|поет, співає, 唱歌, 歌う, 노래하는',
  crow: 'krähe|rabe, corbeau|corneille, cuervo, corvo, corvo, kraai|raaf, kruk|wrona, ворона|ворон, ворона|ворон, 乌鸦, カラス, 까마귀',
  hunter: 'jäger, chasseur, cazador, caçador, cacciatore, jager, myśliwy, охотник, мисливець, 猎人, 猟師, 사냥꾼',
  prince: 'prinz, prince, príncipe, príncipe, principe, prins, książę, принц, принц, 王子, 王子, 왕자',
  princess:
    'prinzessin, princesse, princesa, princesa, principessa, prinses, księżniczka, принцесса, принцеса, 公主, お姫様|姫, 공주',
  vampire: 'vampir, vampire, vampiro, vampiro, vampiro, vampier, wampir, вампир, вампір, 吸血鬼, 吸血鬼, 뱀파이어',
  ninja: 'ninja, ninja, ninja, ninja, ninja, ninja, ninja, ниндзя, ніндзя, 忍者, 忍者, 닌자',
  samurai: 'samurai, samouraï, samurái, samurai, samurai, samoerai, samuraj, самурай, самурай, 武士, 侍, 사무라이',
  skeleton:
    'skelett, squelette, esqueleto, esqueleto, scheletro, skelet, szkielet, скелет, скелет, 骷髅, 骸骨|ガイコツ, 해골',
  zombie: 'zombie, zombie, zombi, zumbi, zombie, zombie, zombie, зомби, зомбі, 僵尸, ゾンビ, 좀비',
  cowboy: 'cowboy, cow boy, vaquero, vaqueiro, cowboy, cowboy, kowboj, ковбой, ковбой, 牛仔, カウボーイ, 카우보이',
  violinist:
    'geiger|geigerin|geigenspieler, violoniste, violinista, violinista, violinista, violist|violiste, skrzypek|skrzypaczka, скрипач|скрипачка, скрипаль|скрипалька, 小提琴手, バイオリニスト, 바이올리니스트',
  singer:
    'sänger|sängerin, chanteur|chanteuse, cantante, cantor|cantora, cantante, zanger|zangeres, piosenkarz|piosenkarka, певец|певица, співак|співачка, 歌手, 歌手, 가수',
  dancer:
    'tänzer|tänzerin, danseur|danseuse, bailarín, dançarino|dançarina, ballerino, danser|danseres, tancerz|tancerka, танцор|танцовщица, танцюрист|танцюристка, 舞者, ダンサー, 댄서',
  waiter:
    'kellner|kellnerin, serveur|serveuse, camarero|camarera|mesero, garçom|garçonete, cameriere|cameriera, ober|serveerster, kelner|kelnerka, официант|официантка, офіціант|офіціантка, 服务员, ウェイター, 웨이터',
  gardener:
    'gärtner|gärtnerin, jardinier|jardinière, jardinero|jardinera, jardineiro|jardineira, giardiniere, tuinman, ogrodnik, садовник, садівник, 园丁, 庭師, 정원사',
  carpenter:
    'tischler|schreiner|zimmermann, charpentier|menuisier, carpintero, carpinteiro, falegname, timmerman, stolarz, плотник, тесля, 木匠, 大工, 목수',
  sailor:
    'matrose|seemann, marin|matelot, marinero, marinheiro, marinaio, matroos|zeeman, marynarz, моряк|матрос, моряк, 水手, 船乗り|水兵, 선원',
  scientist:
    'wissenschaftler|wissenschaftlerin, scientifique, científico|científica, cientista, scienziato|scienziata, wetenschapper, naukowiec, учёный|ученый, вчений|науковець, 科学家, 科学者, 과학자',
  bride: 'braut, mariée, novia, noiva, sposa, bruid, panna młoda, невеста, наречена, 新娘, 花嫁, 신부',
  surfer:
    'surfer, surfeur|surfeuse, surfista, surfista, surfista, surfer, surfer, сёрфер|серфер, серфер, 冲浪者, サーファー, 서퍼',
  cyclist:
    'radfahrer|radfahrerin, cycliste, ciclista, ciclista, ciclista, fietser, rowerzysta, велосипедист, велосипедист, 骑自行车的人, サイクリスト, 사이클리스트',
  campfire:
    'lagerfeuer, feu de camp, fogata|hoguera, fogueira, falò, kampvuur, ognisko|ognisku|ogniska|ogniskiem, костёр|костер|костра|костре|костром, вогнище|багаття|багаттям, 篝火, 焚き火|たき火|キャンプファイヤー, 모닥불|캠프파이어',
  accordion:
    'akkordeon|ziehharmonika, accordéon, acordeón, sanfona|acordeão, fisarmonica, accordeon, akordeon|akordeonie, аккордеон|аккордеоне|баян|баяне, акордеон|акордеоні|баян|баяні, 手风琴, アコーディオン, 아코디언',
  cup: 'tasse, tasse, taza, xícara|chávena, tazza, kopje|kop, filiżanka|filiżankę, чашка|чашку|чашкой, чашка|чашку, 杯子, カップ, 컵|잔',
  glass:
    'glas, verre, vaso|copa, copo|taça, bicchiere, glas, szklanka|szklankę|kieliszek, стакан|бокал, склянка|келих, 玻璃杯, グラス, 유리잔',
  'glass of water':
    'glas wasser, verre d eau, vaso de agua, copo de água|copo d água, bicchiere d acqua|bicchiere di acqua, glas water, szklanka wody|szklankę wody, стакан воды, склянка води, 一杯水, コップの水, 물 한 잔',
  'hot chocolate':
    'heiße schokolade|heißer schokolade|heisse schokolade|kakao, chocolat chaud, chocolate caliente, chocolate quente, cioccolata calda, warme chocolademelk, gorąca czekolada|gorącą czekoladę|gorącej czekolady, горячий шоколад|горячего шоколада|какао, гарячий шоколад|какао, 热巧克力|热可可, ココア|ホットチョコレート, 핫초코|코코아',
  sandcastle:
    'sandburg, château de sable, castillo de arena, castelo de areia, castello di sabbia, zandkasteel, zamek z piasku, песочный замок|замок из песка, замок з піску, 沙堡, 砂の城, 모래성',
  between:
    'zwischen, entre, entre, entre, tra|fra, tussen, między|pomiędzy, между, між|поміж, 之间|中间, の間に|の間, 사이에|사이의',
  crossing:
    'überquert|überqueren, traverse|traversent|traversant, cruza|cruzan|cruzando|atraviesa, cruza|cruzando|atravessa|atravessando, attraversa|attraversano, , przechodzi przez|przejeżdża przez, переходит|пересекает|переходят, переходить|перетинає, 穿过|横穿, 渡る|渡っている, 건너는|건너고',
  preparing:
    'bereitet|zubereitet, prépare|préparent, prepara|preparan|preparando, prepara|preparam|preparando, prepara|preparano, bereidt, przygotowuje|przyrządza, готовит|готовят, готує|готують, 准备, , ',
  building:
    'baut|bauen, construit|construisent, construye|construyen|construyendo, constrói|construindo, costruisce|costruiscono, bouwt|bouwen, buduje|budują, строит|строят, будує|будують, 建造, 作る|作っている, ',
  climbing:
    'klettert|klettern, grimpe|grimpent|escalade, trepa|escala|trepando|escalando, escala|escalando, si arrampica|arrampica, klimt|klimmen, wspina się, взбирается|карабкается, лізе|вилазить, 爬, 登る|登っている, 오르는',
  yoga: ', , , , , , joga|jogę, йога|йогой|йогу, йога|йогою|йогу, 做瑜伽|瑜伽, ヨガ, 요가를 하는|요가',
  meditating: ', , , , , , , , , 打坐|冥想, ヨガをする|ヨガをしている|瞑想する|瞑想している, ',
  surfing:
    'surft|surfen, surfe|surfent, surfea|surfeando|haciendo surf, surfa|surfando, surfa|fa surf, surft|surfen, surfuje, , , 冲浪, サーフィンをする|サーフィンをしている|サーフィン, 서핑하는|서핑을 하는|서핑',
  'riding a bicycle':
    ', , , , , , , , , 骑自行车|骑单车, 自転車に乗る|自転車に乗っている|自転車に乗った|自転車をこぐ, 자전거를 타는|자전거를 타고|자전거를 탄다',
  'riding a horse': ', , , , , , , , , 骑马, 馬に乗る|馬に乗っている|馬に乗った, 말을 타는|말을 타고|말을 탄다',
  'holding a basketball':
    ', , , , , , , , , 打篮球, バスケットボールをする|バスケットボールをしている, 농구를 하는|농구하는',
  man: ', , , , , , , , , , 男の人|男性, ',
  woman: ', , , , , , , , , , 女の人|女性, ',
  chess: 'schach, échecs, ajedrez, xadrez, scacchi, schaak, szachy, шахматы, шахи, 国际象棋|象棋, チェス, 체스',
  fruit: 'obst, , fruta|frutas, frutas, frutta, , owoce, фрукты, фрукти, 水果, 果物|フルーツ, 과일',
  selling:
    'verkauft|verkaufen, vend|vendent, vende|venden|vendiendo, vende|vendem|vendendo, vende|vendono, verkoopt, sprzedaje, продаёт|продает|продают, продає, 卖, 売る|売っている, 파는',
  cooking: ', , , , , , , , , 做饭|烹饪, 料理する|料理している, 요리하는',
};

const rows = Object.entries(THINGS).map(([english, row]) => ({ english, forms: row.split(', ') }));

/** Every form in a language with its English word. */
export function thingsIn(code: LanguageCode): [form: string, english: string][] {
  const column = LANGUAGE_CODES.indexOf(code);
  return rows.flatMap(({ english, forms }) =>
    forms[column] === '' ? [] : forms[column]!.split('|').map((form): [string, string] => [form, english]),
  );
}

"""Texts of walls in many languages, as sites word them, for the tests of pages without content.

The phrases of `src/winnow/wording/walls.txt` were not taken from them, but the same author wrote
both. The rules on the place of the text (`walls/layout.rs`) were made after a look at the texts that
were missed, and two words for cookies come from here. So these are tests, not a measurement.
"""

# ruff: noqa: E501  (wide characters count twice)

#: By language: error, bot check, consent, login, JavaScript.
WALL_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "error": "404. Sorry, we looked everywhere but this page is gone. It may have been moved or"
        " you may have mistyped the address.",
        "bot check": "Let's confirm you are human. Complete the security check before continuing."
        " This step verifies that you are not a bot.",
        "consent": "We value your privacy. We and our 842 partners store and access information on"
        " a device to provide personalised ads. Accept all. Manage options.",
        "login": "Log in to your account. Email address. Password. Keep me logged in. Forgot your"
        " password? Don't have an account? Join now.",
        "javascript": "It looks like JavaScript is turned off. Please enable JavaScript in your"
        " browser settings and reload the page.",
    },
    "de": {
        "error": "Fehler 404. Hoppla! Die von Ihnen aufgerufene Seite gibt es leider nicht oder sie"
        " wurde verschoben. Zur Startseite",
        "bot check": "Sicherheitsüberprüfung. Bitte bestätigen Sie, dass Sie kein Roboter sind, um"
        " fortzufahren.",
        "consent": "Ihre Privatsphäre ist uns wichtig. Wir und unsere Partner verwenden Cookies und"
        " ähnliche Technologien. Alle akzeptieren. Einstellungen",
        "login": "Willkommen zurück. Bitte melden Sie sich an. E-Mail-Adresse. Passwort. Passwort"
        " vergessen? Noch kein Konto? Jetzt registrieren",
        "javascript": "Für die Nutzung dieser Website muss JavaScript aktiviert sein. Bitte"
        " aktivieren Sie JavaScript in Ihrem Browser.",
    },
    "fr": {
        "error": "Erreur 404. Oups, la page que vous cherchez semble introuvable. Elle a peut-être"
        " été déplacée ou supprimée. Retour à l'accueil",
        "bot check": "Vérification de sécurité en cours. Confirmez que vous êtes humain pour"
        " accéder au site.",
        "consent": "Avec votre accord, nos partenaires et nous utilisons des cookies pour stocker"
        " et accéder à des informations personnelles. Continuer sans accepter. Accepter et fermer",
        "login": "Connectez-vous à votre compte. Adresse e-mail. Mot de passe. Mot de passe oublié"
        " ? Vous n'avez pas de compte ? Créer un compte",
        "javascript": "JavaScript semble être désactivé dans votre navigateur. Veuillez activer"
        " JavaScript pour profiter du site.",
    },
    "es": {
        "error": "Error 404. Lo sentimos, la página que buscas no existe o ha cambiado de"
        " dirección. Volver a la portada",
        "bot check": "Antes de continuar, confirma que no eres un robot. Hemos detectado actividad"
        " inusual desde tu red.",
        "consent": "Tu privacidad es importante. Nosotros y nuestros socios utilizamos cookies para"
        " mostrarte publicidad personalizada. Aceptar y continuar. Configurar",
        "login": "Inicia sesión. Correo electrónico. Contraseña. Recordarme. ¿Has olvidado tu"
        " contraseña? ¿No tienes cuenta? Regístrate",
        "javascript": "Esta aplicación necesita JavaScript para funcionar. Activa JavaScript en tu"
        " navegador y vuelve a intentarlo.",
    },
    "it": {
        "error": "Errore 404. Ci dispiace, la pagina che stai cercando non esiste o è stata"
        " spostata. Torna alla home page",
        "bot check": "Controllo di sicurezza. Verifica di essere una persona e non un robot per"
        " continuare la navigazione.",
        "consent": "La tua privacy è importante per noi. Noi e i nostri partner utilizziamo cookie"
        " e tecnologie simili. Accetta e continua. Rifiuta",
        "login": "Accedi al tuo account. Email. Password. Ricordami. Hai dimenticato la password?"
        " Non sei ancora registrato? Registrati",
        "javascript": "Per visualizzare correttamente questo sito è necessario abilitare JavaScript"
        " nel browser.",
    },
    "pt": {
        "error": "Erro 404. Ops! Não conseguimos encontrar a página que você está procurando."
        " Voltar para a home",
        "bot check": "Verificação de segurança. Confirme que você não é um robô para continuar"
        " navegando.",
        "consent": "Valorizamos a sua privacidade. Nós e os nossos parceiros usamos cookies para"
        " personalizar anúncios. Aceitar todos. Gerir opções",
        "login": "Entre na sua conta. E-mail. Senha. Lembrar-me. Esqueceu a senha? Ainda não tem"
        " conta? Cadastre-se",
        "javascript": "O JavaScript está desativado. Ative o JavaScript no seu navegador para usar"
        " este aplicativo.",
    },
    "nl": {
        "error": "404. Oeps, deze pagina bestaat niet (meer). Misschien is de pagina verplaatst of"
        " klopt het adres niet. Terug naar de homepage",
        "bot check": "Even controleren. Bevestig dat je geen robot bent om verder te gaan naar de"
        " website.",
        "consent": "Wij en onze partners gebruiken cookies om onze site te verbeteren en"
        " gepersonaliseerde advertenties te tonen. Accepteren. Instellen",
        "login": "Inloggen. E-mailadres. Wachtwoord. Ingelogd blijven. Wachtwoord vergeten? Nog"
        " geen account? Registreer je hier",
        "javascript": "Deze website heeft JavaScript nodig. Schakel JavaScript in bij de"
        " instellingen van je browser.",
    },
    "sv": {
        "error": "404. Hoppsan! Sidan du letar efter finns inte eller har flyttats. Gå till"
        " startsidan",
        "bot check": "Säkerhetskontroll. Bekräfta att du inte är en robot för att fortsätta till"
        " webbplatsen.",
        "consent": "Vi värnar om din integritet. Vi och våra partner använder cookies för att visa"
        " anpassade annonser. Godkänn alla. Anpassa",
        "login": "Logga in på ditt konto. E-post. Lösenord. Kom ihåg mig. Glömt lösenordet? Har du"
        " inget konto? Registrera dig",
        "javascript": "Din webbläsare har JavaScript avstängt. Aktivera JavaScript för att använda"
        " sidan.",
    },
    "no": {
        "error": "404. Beklager, vi fant ikke siden du leter etter. Den kan være flyttet eller"
        " slettet. Gå til forsiden",
        "bot check": "Sikkerhetssjekk. Bekreft at du ikke er en robot før du går videre.",
        "consent": "Vi og våre partnere bruker informasjonskapsler for å gi deg en bedre opplevelse"
        " og tilpassede annonser. Godta alle. Innstillinger",
        "login": "Logg inn. E-post. Passord. Husk meg. Glemt passordet? Har du ikke bruker? Opprett"
        " konto",
        "javascript": "Nettstedet krever at JavaScript er slått på. Aktiver JavaScript i"
        " nettleseren din.",
    },
    "da": {
        "error": "404. Ups, vi kan ikke finde siden, du leder efter. Den kan være flyttet eller"
        " slettet. Gå til forsiden",
        "bot check": "Sikkerhedstjek. Bekræft, at du ikke er en robot, for at fortsætte.",
        "consent": "Vi og vores partnere bruger cookies til at vise dig relevante annoncer. Accepter"
        " alle. Kun nødvendige",
        "login": "Log ind på din konto. E-mail. Adgangskode. Husk mig. Glemt adgangskode? Har du"
        " ikke en konto? Opret dig her",
        "javascript": "Du skal slå JavaScript til for at bruge siden. JavaScript er deaktiveret i"
        " din browser.",
    },
    "fi": {
        "error": "404. Hups! Etsimääsi sivua ei löytynyt. Se on ehkä siirretty tai poistettu."
        " Etusivulle",
        "bot check": "Turvatarkistus. Vahvista, ettet ole robotti, ennen kuin jatkat sivustolle.",
        "consent": "Arvostamme yksityisyyttäsi. Me ja kumppanimme käytämme evästeitä mainonnan"
        " kohdentamiseen. Hyväksy kaikki. Asetukset",
        "login": "Kirjaudu sisään. Sähköposti. Salasana. Muista minut. Unohditko salasanasi? Eikö"
        " sinulla ole tiliä? Rekisteröidy",
        "javascript": "Sivusto vaatii JavaScriptin toimiakseen. Ota JavaScript käyttöön selaimesi"
        " asetuksista.",
    },
    "pl": {
        "error": "Błąd 404. Ups! Strona, której szukasz, nie istnieje lub została przeniesiona."
        " Wróć na stronę główną",
        "bot check": "Weryfikacja bezpieczeństwa. Potwierdź, że nie jesteś robotem, aby przejść"
        " dalej.",
        "consent": "Szanujemy Twoją prywatność. My i nasi partnerzy przechowujemy pliki cookie w"
        " celu wyświetlania spersonalizowanych reklam. Przejdź do serwisu",
        "login": "Zaloguj się. Adres e-mail. Hasło. Zapamiętaj mnie. Nie pamiętasz hasła? Nie masz"
        " konta? Zarejestruj się",
        "javascript": "Do poprawnego działania strony wymagana jest obsługa JavaScript. Włącz"
        " JavaScript w przeglądarce.",
    },
    "cs": {
        "error": "Chyba 404. Omlouváme se, stránka, kterou hledáte, neexistuje nebo byla přesunuta."
        " Zpět na hlavní stránku",
        "bot check": "Bezpečnostní kontrola. Potvrďte prosím, že nejste robot, a pokračujte na"
        " web.",
        "consent": "Vážíme si vašeho soukromí. My a naši partneři používáme cookies k zobrazení"
        " personalizovaných reklam. Přijmout vše. Nastavení",
        "login": "Přihlaste se ke svému účtu. E-mail. Heslo. Zapamatovat si mě. Zapomněli jste"
        " heslo? Nemáte účet? Zaregistrujte se",
        "javascript": "Pro správné zobrazení stránek povolte JavaScript ve vašem prohlížeči.",
    },
    "hu": {
        "error": "404-es hiba. Hoppá! A keresett oldal nem található, vagy időközben áthelyezték."
        " Vissza a főoldalra",
        "bot check": "Biztonsági ellenőrzés. Kérjük, igazolja, hogy nem robot, mielőtt továbblép.",
        "consent": "Fontos számunkra az adatainak védelme. Mi és partnereink sütiket használunk"
        " személyre szabott hirdetések megjelenítéséhez. Elfogadom. Beállítások",
        "login": "Jelentkezzen be fiókjába. E-mail cím. Jelszó. Emlékezz rám. Elfelejtett jelszó?"
        " Nincs még fiókja? Regisztráljon",
        "javascript": "Az oldal használatához JavaScript szükséges. Kérjük, engedélyezze a"
        " JavaScriptet a böngészőben.",
    },
    "ro": {
        "error": "Eroare 404. Ne pare rău, pagina pe care o cauți nu există sau a fost mutată."
        " Înapoi la prima pagină",
        "bot check": "Verificare de securitate. Confirmă că nu ești robot pentru a continua.",
        "consent": "Confidențialitatea ta este importantă. Noi și partenerii noștri folosim"
        " cookie-uri pentru reclame personalizate. Acceptă toate. Setări",
        "login": "Conectează-te la contul tău. Adresa de email. Parolă. Ține-mă minte. Ai uitat"
        " parola? Nu ai cont? Creează unul",
        "javascript": "Acest site necesită JavaScript. Activează JavaScript în setările"
        " browserului.",
    },
    "ru": {
        "error": "Ошибка 404. К сожалению, запрашиваемая вами страница не найдена. Возможно, она"
        " была удалена. Вернуться на главную",
        "bot check": "Подтвердите, что запросы отправляли вы, а не робот. Нам очень жаль, но"
        " запросы с вашего устройства похожи на автоматические.",
        "consent": "Мы заботимся о вашей конфиденциальности. Мы и наши партнёры используем файлы"
        " cookie для показа персонализированной рекламы. Принять все. Настроить",
        "login": "Войдите в личный кабинет. Электронная почта. Пароль. Запомнить меня. Забыли"
        " пароль? Нет аккаунта? Зарегистрируйтесь",
        "javascript": "Для работы сайта требуется JavaScript. Включите поддержку JavaScript в"
        " настройках браузера.",
    },
    "uk": {
        "error": "Помилка 404. На жаль, сторінку не знайдено. Можливо, її було видалено або"
        " переміщено. Повернутися на головну",
        "bot check": "Перевірка безпеки. Підтвердьте, що ви не робот, щоб продовжити.",
        "consent": "Ми цінуємо вашу конфіденційність. Ми та наші партнери використовуємо файли"
        " cookie, щоб показувати персоналізовану рекламу. Прийняти все",
        "login": "Увійдіть до свого кабінету. Електронна пошта. Пароль. Запам'ятати мене. Забули"
        " пароль? Немає акаунта? Зареєструйтеся",
        "javascript": "Для роботи сайту потрібен JavaScript. Увімкніть JavaScript у налаштуваннях"
        " браузера.",
    },
    "el": {
        "error": "Σφάλμα 404. Λυπούμαστε, η σελίδα που αναζητάτε δεν υπάρχει ή έχει μετακινηθεί."
        " Επιστροφή στην αρχική σελίδα",
        "bot check": "Έλεγχος ασφαλείας. Επιβεβαιώστε ότι δεν είστε ρομπότ για να συνεχίσετε.",
        "consent": "Σεβόμαστε την ιδιωτικότητά σας. Εμείς και οι συνεργάτες μας χρησιμοποιούμε"
        " cookies για εξατομικευμένες διαφημίσεις. Αποδοχή όλων. Ρυθμίσεις",
        "login": "Συνδεθείτε στον λογαριασμό σας. Email. Κωδικός πρόσβασης. Να με θυμάσαι. Ξεχάσατε"
        " τον κωδικό σας; Δεν έχετε λογαριασμό; Εγγραφή",
        "javascript": "Η σελίδα χρειάζεται JavaScript. Ενεργοποιήστε την JavaScript στο πρόγραμμα"
        " περιήγησής σας.",
    },
    "tr": {
        "error": "Hata 404. Üzgünüz, aradığınız sayfa bulunamadı veya kaldırılmış olabilir. Ana"
        " sayfaya dön",
        "bot check": "Güvenlik kontrolü. Devam etmek için lütfen robot olmadığınızı doğrulayın.",
        "consent": "Gizliliğinize önem veriyoruz. Biz ve iş ortaklarımız, kişiselleştirilmiş"
        " reklamlar için çerezleri kullanıyoruz. Tümünü kabul et. Ayarlar",
        "login": "Hesabınıza giriş yapın. E-posta. Şifre. Beni hatırla. Şifrenizi mi unuttunuz?"
        " Hesabınız yok mu? Kayıt olun",
        "javascript": "Bu siteyi kullanmak için tarayıcınızda JavaScript'i etkinleştirmeniz"
        " gerekiyor. JavaScript devre dışı.",
    },
    "he": {
        "error": "שגיאה 404. מצטערים, הדף שחיפשת לא נמצא או שהועבר לכתובת אחרת. חזרה לדף הבית",
        "bot check": "בדיקת אבטחה. אנא אשר שאתה לא רובוט כדי להמשיך לאתר.",
        "consent": "הפרטיות שלך חשובה לנו. אנו והשותפים שלנו משתמשים בעוגיות כדי להציג מודעות"
        " מותאמות אישית. אשר הכל. הגדרות",
        "login": "כניסה לחשבון. דואר אלקטרוני. סיסמה. זכור אותי. שכחת סיסמה? אין לך חשבון? הרשמה",
        "javascript": "כדי להשתמש באתר יש להפעיל JavaScript בדפדפן.",
    },
    "ar": {
        "error": "خطأ 404. عذرا، الصفحة التي تبحث عنها غير موجودة أو تم نقلها. العودة إلى الصفحة"
        " الرئيسية",
        "bot check": "فحص الأمان. يرجى التأكد من أنك لست روبوتا للمتابعة.",
        "consent": "نحن نهتم بخصوصيتك. نستخدم نحن وشركاؤنا ملفات تعريف الارتباط لعرض إعلانات مخصصة."
        " قبول الكل. الإعدادات",
        "login": "تسجيل الدخول إلى حسابك. البريد الإلكتروني. كلمة المرور. تذكرني. نسيت كلمة المرور؟"
        " ليس لديك حساب؟ إنشاء حساب",
        "javascript": "يتطلب هذا الموقع تفعيل JavaScript. يرجى تمكين JavaScript في متصفحك.",
    },
    "fa": {
        "error": "خطای 404. متاسفانه صفحه مورد نظر شما پیدا نشد یا حذف شده است. بازگشت به صفحه اصلی",
        "bot check": "بررسی امنیتی. لطفا تایید کنید که ربات نیستید تا ادامه دهید.",
        "consent": "حریم خصوصی شما برای ما مهم است. ما و شرکای ما از کوکی‌ها استفاده می‌کنیم. پذیرش"
        " همه. تنظیمات",
        "login": "ورود به حساب کاربری. ایمیل. رمز عبور. مرا به خاطر بسپار. رمز عبور خود را فراموش"
        " کرده‌اید؟ حساب کاربری ندارید؟ ثبت نام",
        "javascript": "برای استفاده از این سایت جاوا اسکریپت را فعال کنید.",
    },
    "hi": {
        "error": "त्रुटि 404. क्षमा करें, आप जिस पेज को खोज रहे हैं वह मौजूद नहीं है। होम पेज पर जाएं",
        "bot check": "सुरक्षा जांच। जारी रखने के लिए पुष्टि करें कि आप रोबोट नहीं हैं।",
        "consent": "हम आपकी गोपनीयता का सम्मान करते हैं। हम और हमारे साझेदार कुकीज़ का उपयोग करते"
        " हैं। सभी स्वीकार करें",
        "login": "अपने खाते में लॉग इन करें। ईमेल। पासवर्ड। मुझे याद रखें। पासवर्ड भूल गए? खाता नहीं है? खाता बनाएं",
        "javascript": "इस साइट का उपयोग करने के लिए अपने ब्राउज़र में जावास्क्रिप्ट सक्षम करें।",
    },
    "th": {
        "error": "ข้อผิดพลาด 404 ขออภัย ไม่พบหน้าที่คุณกำลังค้นหา กลับไปหน้าแรก",
        "bot check": "การตรวจสอบความปลอดภัย โปรดยืนยันว่าคุณไม่ใช่หุ่นยนต์เพื่อดำเนินการต่อ",
        "consent": "เราให้ความสำคัญกับความเป็นส่วนตัวของคุณ เราและพันธมิตรใช้คุกกี้เพื่อแสดงโฆษณา ยอมรับทั้งหมด ตั้งค่า",
        "login": "เข้าสู่ระบบบัญชีของคุณ อีเมล รหัสผ่าน จดจำฉัน ลืมรหัสผ่าน? ยังไม่มีบัญชี? สมัครสมาชิก",
        "javascript": "เว็บไซต์นี้ต้องใช้ JavaScript โปรดเปิดใช้งาน JavaScript ในเบราว์เซอร์ของคุณ",
    },
    "vi": {
        "error": "Lỗi 404. Rất tiếc, trang bạn đang tìm kiếm không tồn tại hoặc đã bị xóa. Quay lại"
        " trang chủ",
        "bot check": "Kiểm tra bảo mật. Vui lòng xác nhận bạn không phải là robot để tiếp tục.",
        "consent": "Chúng tôi tôn trọng quyền riêng tư của bạn. Chúng tôi và các đối tác sử dụng"
        " cookie để hiển thị quảng cáo. Chấp nhận tất cả. Cài đặt",
        "login": "Đăng nhập vào tài khoản. Email. Mật khẩu. Ghi nhớ đăng nhập. Quên mật khẩu? Chưa"
        " có tài khoản? Đăng ký",
        "javascript": "Trang web này yêu cầu JavaScript. Vui lòng bật JavaScript trong trình duyệt"
        " của bạn.",
    },
    "id": {
        "error": "Kesalahan 404. Maaf, halaman yang Anda cari tidak ditemukan atau telah dihapus."
        " Kembali ke beranda",
        "bot check": "Pemeriksaan keamanan. Silakan konfirmasi bahwa Anda bukan robot untuk"
        " melanjutkan.",
        "consent": "Kami menghargai privasi Anda. Kami dan mitra kami menggunakan cookie untuk"
        " menampilkan iklan yang dipersonalisasi. Terima semua. Pengaturan",
        "login": "Masuk ke akun Anda. Email. Kata sandi. Ingat saya. Lupa kata sandi? Belum punya"
        " akun? Daftar",
        "javascript": "Situs ini memerlukan JavaScript. Aktifkan JavaScript di peramban Anda.",
    },
    "zh": {
        "error": "404 很抱歉，您访问的页面不存在或已被删除。返回首页",
        "bot check": "安全验证。请完成下方验证，确认您不是机器人后继续访问。",
        "consent": "我们重视您的隐私。我们和我们的合作伙伴使用 Cookie 来展示个性化广告。全部接受。设置",
        "login": "账号登录。手机号或邮箱。密码。记住我。忘记密码？还没有账号？立即注册",
        "javascript": "您的浏览器已禁用 JavaScript，请启用 JavaScript 后重新加载页面。",
    },
    "ja": {
        "error": "404 エラー。お探しのページは見つかりませんでした。移動または削除された可能性があります。トップページへ戻る",
        "bot check": "セキュリティチェック。続行するには、あなたが人間であることを確認してください。",
        "consent": "お客様のプライバシーを尊重します。当社とパートナー企業はCookieを使用しています。すべて同意する。設定",
        "login": "ログイン。メールアドレス。パスワード。ログイン状態を保持する。パスワードをお忘れの方はこちら。アカウントをお持ちでない方。新規登録",
        "javascript": "このサイトを利用するにはJavaScriptを有効にしてください。JavaScriptが無効になっています。",
    },
    "ko": {
        "error": "404 오류. 죄송합니다. 요청하신 페이지를 찾을 수 없습니다. 주소가 변경되었거나 삭제되었을 수 있습니다. 홈으로 가기",
        "bot check": "보안 확인. 계속하려면 로봇이 아님을 확인해 주세요.",
        "consent": "개인정보를 소중히 생각합니다. 당사와 파트너는 맞춤형 광고를 위해 쿠키를 사용합니다. 모두 동의. 설정",
        "login": "로그인. 이메일. 비밀번호. 로그인 상태 유지. 비밀번호를 잊으셨나요? 계정이 없으신가요? 회원가입",
        "javascript": "이 사이트를 이용하려면 자바스크립트를 활성화해야 합니다. 브라우저 설정에서 JavaScript를 활성화하세요.",
    },
}

#: Languages without phrases: titles, markup and the words for cookies must tell.
UNKNOWN_LANGUAGES: dict[str, dict[str, str]] = {
    "ca": {
        "error": "Error 404. No hem trobat la pàgina que cerqueu. Torneu a l'inici",
        "bot check": "Comprovació de seguretat. Confirmeu que no sou un robot.",
        "consent": "Utilitzem galetes per millorar la vostra experiència. Accepta-ho tot",
        "login": "Inicieu la sessió. Correu electrònic. Contrasenya. Recorda'm",
        "javascript": "Cal activar JavaScript per veure aquest web.",
    },
    "hr": {
        "error": "Greška 404. Stranica koju tražite ne postoji. Povratak na naslovnicu",
        "bot check": "Sigurnosna provjera. Potvrdite da niste robot.",
        "consent": "Koristimo kolačiće kako bismo poboljšali vaše iskustvo. Prihvati sve",
        "login": "Prijavite se. E-pošta. Lozinka. Zapamti me. Zaboravili ste lozinku?",
        "javascript": "Za prikaz stranice potrebno je omogućiti JavaScript.",
    },
    "sk": {
        "error": "Chyba 404. Stránku, ktorú hľadáte, sme nenašli. Späť na hlavnú stránku",
        "bot check": "Bezpečnostná kontrola. Potvrďte, že nie ste robot.",
        "consent": "Používame súbory cookie na zlepšenie vašich skúseností. Prijať všetko",
        "login": "Prihláste sa. E-mail. Heslo. Zapamätať si ma. Zabudli ste heslo?",
        "javascript": "Na zobrazenie stránky povoľte JavaScript.",
    },
    "bg": {
        "error": "Грешка 404. Страницата, която търсите, не е намерена. Към началната страница",
        "bot check": "Проверка за сигурност. Потвърдете, че не сте робот.",
        "consent": "Използваме бисквитки, за да подобрим сайта. Приемам всички",
        "login": "Влезте в профила си. Имейл. Парола. Запомни ме. Забравена парола?",
        "javascript": "Моля, активирайте JavaScript в браузъра си.",
    },
    "lt": {
        "error": "Klaida 404. Puslapis, kurio ieškote, nerastas. Grįžti į pradžią",
        "bot check": "Saugumo patikra. Patvirtinkite, kad nesate robotas.",
        "consent": "Naudojame slapukus, kad pagerintume jūsų naršymą. Sutinku su visais",
        "login": "Prisijunkite. El. paštas. Slaptažodis. Prisiminti mane",
        "javascript": "Norėdami naudotis svetaine, įjunkite JavaScript.",
    },
    "bn": {
        "error": "ত্রুটি 404। আপনি যে পৃষ্ঠাটি খুঁজছেন তা পাওয়া যায়নি।",
        "bot check": "নিরাপত্তা যাচাই। আপনি রোবট নন তা নিশ্চিত করুন।",
        "consent": "আমরা কুকি ব্যবহার করি। সব গ্রহণ করুন",
        "login": "লগ ইন করুন। ইমেইল। পাসওয়ার্ড। পাসওয়ার্ড ভুলে গেছেন?",
        "javascript": "অনুগ্রহ করে জাভাস্ক্রিপ্ট চালু করুন।",
    },
}
